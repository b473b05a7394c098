-- Gives a node what it has lost, or never had, of a claim that a majority still carries. Guarantees: nobody is pushed
-- aside; not for one that was abandoned.
--
-- KEYS  lock, counter, records, mark of the owner
-- ARGV  kind, claim, time to hold, last token, block, client, note
--@include clock.lua
--@include quorum/lock.lua
--@include quorum/counter.lua
local kind, claim, time, token, block, client, note = unpack(ARGV)
if redis.call('EXISTS', KEYS[4]) == 0 and not wrong(kind) and not other(kind) then
    put(kind, claim, record(block, client, note), time)
    meet(tonumber(token))
end
return { 1 }
