-- The second round: a node takes up a number that it has not issued itself. Guarantees: only for one that it gave its vote
-- to and that still has it; of a writer's only one that is above all that it has seen.
--
-- ARGV  kind, claim, number
-- {1 if it did, else 0}
--@include clock.lua
--@include quorum/lock.lua
--@include quorum/counter.lua
local kind, claim, number = ARGV[1], ARGV[2], tonumber(ARGV[3])
if not left(kind, claim) then
    return { 0 }
end
local last = counter()
if kind == 'r' then
    return { (last >= number or raise(number)) and 1 or 0 }
end
return { last < number and raise(number) and 1 or 0 }
