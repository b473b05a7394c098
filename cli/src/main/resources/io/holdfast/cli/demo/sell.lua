-- Writes down a sale. With a token it is refused if a higher one has been seen: compared and written in one step.
--
-- KEYS     the shop
-- ARGV     how many are left after it; the token, or 0 if there is none
-- Returns  0, or the higher token
local token = tonumber(ARGV[2])
local seen = tonumber(redis.call('HGET', KEYS[1], 'token') or '0')
if token > 0 and token < seen then
    redis.call('HINCRBY', KEYS[1], 'refused', 1)
    return seen
end
redis.call('HSET', KEYS[1], 'left', ARGV[1])
redis.call('HSET', KEYS[1], 'token', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'sold', 1)
return 0
