-- Gives a claim back, and no more: what can be done while its slot moves and its other keys cannot be reached with it.
-- Guarantees: only a claim that is wholly the caller's, and not in its lock delay, is given up; what is to stay taken is
-- kept by a claim that no operation matches. Nobody is handed it; whoever asks next sees to that.
--
-- KEYS  the lock           ARGV  kind; what the claim is kept as, its token, lock delay, keep for
-- {1 if it was held, else 0}
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
--@include <kind>.lua
local wrong = look()
if wrong and wrong.err then
    return wrong
end
local _, claim, number, delay, keep = unpack(ARGV)
local held = not wrong and holds(claim, number, tonumber(delay))
if held then
    finish(claim, tonumber(keep))
end
return { held and 1 or 0 }
