-- Gives the lock back, hands it to the next, and has a new claim join behind those who wait. Guarantees: only a value
-- that is wholly the caller's, and not in its lock delay, is given up; whether or not it was, a lock that is free
-- goes to the first living waiter; a lock that is to stay taken gets a value that no operation matches.
--
-- ARGV  value, lock delay, keep for; then, to rejoin: owner, client, lease, grant lease, lock delay, block, and
--       a tag, if it is to be told in the lock's slot
-- {1 if it was held, else 0}, and for a rejoin behind it what acquire answers
--@include lock.lua
--@include value.lua
-- The usual case, and all that it takes: held, nobody waits, and nothing else is asked for.
if value == ARGV[1] and ARGV[2] == '0' and ARGV[3] == '0' and not ARGV[4] and redis.call('EXISTS', KEYS[3]) == 0 then
    redis.call('DEL', KEYS[1])
    return { 1 }
end

--@include tokens.lua
--@include queue.lua
local held = value and value == ARGV[1] and left(ARGV[2]) >= 0
if held then
    -- Deleting is allowed when memory is short, and what follows a script's first write is as well.
    redis.call('DEL', KEYS[1])
    value = false
    if tonumber(ARGV[3]) > 0 then
        value = ARGV[1] .. ':kept'
        redis.call('SET', KEYS[1], value, 'PX', ARGV[3])
    end
end

local answer = {}
if ARGV[4] and redis.call('EXISTS', KEYS[5]) == 0 then
    answer = enter(ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], true, ARGV[10])
else
    settle()
    answer = ARGV[4] and { GONE } or {}
end
tell()
return { held and 1 or 0, unpack(answer) }
