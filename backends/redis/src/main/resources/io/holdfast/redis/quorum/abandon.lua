-- Sees to it that an owner neither holds nor ever will. Guarantees: a late copy of its request gets nothing; a claim that
-- was lost stays closed for its lock delay.
--
-- KEYS  lock, counter, records, then the mark of each claim
-- ARGV  kind, lock delay, how long to remember, then the claims
--@include clock.lua
--@include quorum/lock.lua
local kind, delay, memory = unpack(ARGV)
for i = 4, #ARGV do
    redis.call('SET', KEYS[i], '', 'PX', memory)
    local time = left(kind, ARGV[i])
    if time and time >= tonumber(delay) then
        finish(kind, ARGV[i], 0)
        seen = nil
    end
end
return { 1 }
