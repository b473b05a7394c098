-- Shows one lock, and changes nothing.
--
-- KEYS  lock, fence, queue, waiters
-- {now in microseconds, value, ttl, fence, {owner, record, …}}; value and fence are empty if there are none
local time = redis.call('TIME')
local waiters = {}
for _, owner in ipairs(redis.call('ZRANGE', KEYS[3], 0, 999)) do
    local record = redis.call('HGET', KEYS[4], owner)
    if record then
        waiters[#waiters + 1] = owner
        waiters[#waiters + 1] = record
    end
end
return {
    tonumber(time[1]) * 1000000 + tonumber(time[2]),
    redis.call('GET', KEYS[1]) or '',
    redis.call('PTTL', KEYS[1]),
    redis.call('GET', KEYS[2]) or '',
    waiters,
}
