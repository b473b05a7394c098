-- Asks for the lock. Guarantees: granted only if it fits beside those who hold and nobody living waits; an owner id that
-- was abandoned, or is known to have had its part, gets nothing; a second copy of the request changes nothing and gets
-- the current state; without joining, no trace.
--
-- ARGV  kind, "1" to join, the claim that asks
-- {1, first, last, valid for} · {2, until news, whether first in the queue, holder} · {3, until news, 0, holder} · {4}
-- · {5, what the name is in use as, or the type of its key}
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
strict = true
local _, join, owner, client, lease, _, delay, block, units = unpack(ARGV)

-- The usual case, and all that it takes: free, nobody waits, and the id is new.
if redis.call('EXISTS', lockKey, queueKey, markKey) == 0 and not had(owner) then
    clock()
    -- As it was written, where that will do: numbers become text slowly.
    local first, last = grant(owner, client, delay == '0' and lease or lease + delay, block, tonumber(units))
    if first then
        return { GRANTED, first, last, tonumber(lease) }
    end
end

--@include <kind>.lua
local wrong = look()
if wrong then
    return wrong
end
--@include queue.lua
--@include ask.lua
local answer
if redis.call('EXISTS', markKey) == 1 then
    settle()
    answer = { GONE }
else
    answer = enter(asked(3), join == '1')
end
tell()
return answer
