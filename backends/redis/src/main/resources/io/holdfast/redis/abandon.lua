-- Sees to it that an owner id neither waits nor holds, now or later. Guarantees: the mark that it leaves makes every late
-- copy of a request find the id used up; what it held goes to the next; what was lost stays taken for its lock delay.
--
-- ARGV  kind, owner, units, lock delay, for how long to leave the mark
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
--@include <kind>.lua
--@include queue.lua
local owner = ARGV[2]
leave(owner)
redis.call('SET', markKey, '', 'PX', ARGV[5])
local wrong = look()
if wrong then
    return wrong.err and wrong or { 1 }
end
local still, claim = mine(owner, tonumber(ARGV[3]), tonumber(ARGV[4]))
if still and still >= 0 then
    finish(claim, 0)
end
settle()
tell()
return { 1 }
