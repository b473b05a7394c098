-- Looks after a claim that joined, and is its sign of life. Guarantees: it never joins, and what it finds granted is told
-- without the lock delay; a lock that is free goes to the first living waiter, whoever polls.
--
-- ARGV  owner, client, lease, grant lease, lock delay, block; tag, if it is to be told in the lock's slot
-- {1, first, last, valid for} · {2, ttl, whether first in the queue, value} · {4}
--@include lock.lua
--@include value.lua
--@include tokens.lua
--@include queue.lua
local answer
if mine(ARGV[1]) or redis.call('HEXISTS', KEYS[4], ARGV[1]) == 1 then
    answer = enter(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], false, ARGV[7])
else
    settle()
    answer = { GONE }
end
tell()
return answer
