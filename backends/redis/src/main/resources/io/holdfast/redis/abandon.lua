-- Sees to it that an owner id neither waits nor holds, now or later. Guarantees: the mark that it leaves makes every late
-- copy of a request find the id used up; what it held goes to the next; a lock that was lost stays closed for its
-- lock delay.
--
-- ARGV  owner, lock delay, for how long to leave the mark
--@include lock.lua
--@include value.lua
--@include tokens.lua
--@include queue.lua
leave(ARGV[1])
redis.call('SET', KEYS[5], '', 'PX', ARGV[3])
if mine(ARGV[1]) and left(ARGV[2]) >= 0 then
    redis.call('DEL', KEYS[1])
    value = false
end
settle()
tell()
return { 1 }
