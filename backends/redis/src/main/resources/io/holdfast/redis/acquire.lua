-- Asks for the lock. Guarantees: granted only if the key is free and nobody living waits; an owner id that was abandoned
-- gets nothing; a second copy of the request changes nothing and gets the current state; without joining, no trace.
--
-- ARGV  owner, client, lease, grant lease, lock delay, block, "1" to join; tag, if it is to be told in the lock's slot
-- {1, first, last, valid for} · {2, ttl, whether first in the queue, value} · {3, ttl, 0, value} · {4}
--@include lock.lua
--@include tokens.lua
local owner, client, lease, grantLease, delay, block, join, tag = unpack(ARGV)

-- The usual case, and all that it takes: free, nobody waits, and the id is new.
if redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5]) == 0 then
    local first, last = grant(owner, client, lease + delay, block)
    if first then
        return { GRANTED, first, last, tonumber(lease) }
    end
end

--@include value.lua
--@include queue.lua
local answer
if redis.call('EXISTS', KEYS[5]) == 1 then
    settle()
    answer = { GONE }
else
    answer = enter(owner, client, lease, grantLease, delay, block, join == '1', tag)
end
tell()
return answer
