-- Gives a claim back, hands what is free to the next, and has a new claim join behind those who wait. Guarantees: only a
-- claim that is wholly the caller's, and not in its lock delay, is given up; whether or not it was, what is free goes
-- to those who wait, first come first; what is to stay taken is kept by a claim that no operation matches.
--
-- ARGV  kind; what the claim is kept as, its token, lock delay, keep for; then, to rejoin, the claim that asks
-- {1 if it was held, else 0}, and for a rejoin behind it what acquire answers
--@include lock.lua
local claim, number, delay, keep, rejoin = unpack(ARGV, 2, 6)
local waited = redis.call('EXISTS', queueKey) == 1

-- The usual case of a mutex, and all that it takes: held, nobody waits, and nothing else is asked for.
if not waited and number == '' and delay == '0' and keep == '0' and not rejoin then
    if redis.pcall('GET', lockKey) == claim then
        redis.call('DEL', lockKey)
        return { 1 }
    end
end

--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
--@include <kind>.lua
local wrong = look()
if wrong and wrong.err then
    return wrong
end
local held = not wrong and holds(claim, number, tonumber(delay))
if held then
    finish(claim, tonumber(keep))
end
-- If the name is something else now, or has another number, there is nothing to join: who asks anew will be told what it is.
strict = rejoin and kind == ARGV[1]
if wrong or not rejoin and not waited then
    return { held and 1 or 0, rejoin and GONE }
end

--@include queue.lua
if not strict then
    settle()
    tell()
    return { held and 1 or 0, rejoin and GONE }
end

--@include ask.lua
local answer = { GONE }
if redis.call('EXISTS', markKey) == 0 then
    answer = enter(asked(6), true)
    answer = answer[1] == INVALID and { GONE } or answer
else
    settle()
end
tell()
return { held and 1 or 0, unpack(answer) }
