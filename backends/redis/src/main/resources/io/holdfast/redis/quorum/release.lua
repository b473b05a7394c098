-- Takes a vote back. Guarantees: only a claim that is the caller's, and not in its lock delay, is given up.
--
-- KEYS  lock, counter, records, waiters, writer
-- ARGV  kind, claim, lock delay, time to keep it, last token
-- {1 if it was held, else 0, how many wait}
--@include clock.lua
--@include quorum/lock.lua
--@include quorum/counter.lua
local kind, claim, delay, keep, token = unpack(ARGV)
local time = left(kind, claim)
local held = time and time >= tonumber(delay)
if held then
    finish(kind, claim, tonumber(keep))
    if kind == 'w' then
        redis.call('SET', KEYS[5], READERS, 'PX', TURN)
    end
    meet(tonumber(token))
end
return { held and 1 or 0, redis.call('ZCARD', KEYS[4]) }
