-- Gives the lock back, and no more: what can be done while its slot moves and its other keys cannot be reached with it.
-- Guarantees: only a value that is wholly the caller's, and not in its lock delay, is given up; a lock that is to stay
-- taken gets a value that no operation matches. Nobody is handed it; whoever asks next sees to that.
--
-- KEYS  the lock           ARGV  value, lock delay, keep for
-- {1 if it was held, else 0}
--@include lock.lua
--@include value.lua
local ttl = redis.call('PTTL', KEYS[1])
if value ~= ARGV[1] or (ttl >= 0 and ttl < tonumber(ARGV[2])) then
    return { 0 }
end
if tonumber(ARGV[3]) > 0 then
    redis.call('SET', KEYS[1], value .. ':kept', 'PX', ARGV[3])
else
    redis.call('DEL', KEYS[1])
end
return { 1 }
