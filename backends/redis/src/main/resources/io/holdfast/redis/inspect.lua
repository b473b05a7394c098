-- Shows one lock, and changes nothing.
--
-- {now in microseconds, value, ttl, fence, {owner, record, …}}; value and fence are empty if there are none
--@include lock.lua
--@include value.lua
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
    value or '',
    redis.call('PTTL', KEYS[1]),
    redis.call('GET', KEYS[2]) or '',
    waiters,
}
