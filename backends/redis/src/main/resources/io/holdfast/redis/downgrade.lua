-- Turns a writer into a reader, and grants to the readers behind it who now fit. Guarantees: no writer holds the lock in
-- between; it is done once, since the writer's claim ends with it: a second copy changes nothing and gets what is left of
-- the reader's grant; an id that was abandoned, waits or had its part is given nothing, and then the writer stays.
--
-- ARGV  kind; what the writer's claim is kept as, its token, lock delay; the reader, as a claim that asks
-- {1, token, token, valid for} · {4} · {5, as acquire}
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
--@include <kind>.lua
local wrong = look()
if wrong then
    return wrong
end
--@include queue.lua
--@include ask.lua
local claim, number, delay = unpack(ARGV, 2, 4)
local reader = asked(5)

local function isNew(owner)
    return redis.call('EXISTS', markKey) == 0 and not redis.call('HGET', waitersKey, owner) and not had(owner)
end

local answer = { GONE }
local still, _, first = mine(reader.owner, reader.units, reader.delay)
if still then
    answer = still < 0 and answer or { GRANTED, first, first, still }
elseif holds(claim, number, tonumber(delay)) and isNew(reader.owner) then
    finish(claim, 0)
    first = grant(reader.owner, reader.client, reader.lease + reader.delay, reader.block, reader.units)
    answer = { GRANTED, first, first, reader.lease }
end
settle()
tell()
return answer
