-- Looks after a claim that joined, and is its sign of life. Guarantees: it never joins, and what it finds granted is told
-- without the lock delay; what is free goes to those who wait, first come first, whoever polls.
--
-- ARGV  kind, the claim that asks
-- {1, first, last, valid for} · {2, until news, whether first in the queue, holder} · {4} · {5, as acquire}
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
local answer = enter(asked(2))
tell()
return answer
