-- Shows one lock, and changes nothing.
--
-- KEYS  lock, fence, queue, waiters, holders: see lock.lua, mutex-grant.lua and shared-grant.lua
-- {now in microseconds, value, ttl, fence, {owner, record, …} of those who wait, head, {claim, end, record, …} of those
-- who hold}; what is not there is empty
--@include lock.lua
local MOST = 1000
local time = redis.call('TIME')
local value = redis.pcall('GET', lockKey)
local head, holders, waiters = '', {}, {}

if type(value) == 'table' then
    local its = redis.call('TYPE', lockKey).ok
    head = its == 'zset' and redis.call('ZRANGE', lockKey, 0, 0)[1] or ''
    if not string.match(head, '^%a+:%d+:%d+$') then
        return its == 'string' and value or { INVALID, its }
    end
    local found = redis.call('ZRANGE', lockKey, 1, MOST, 'WITHSCORES')
    for i = 1, #found, 2 do
        local owner = string.match(found[i], '^(.*):%d+')
        local n = #holders
        holders[n + 1], holders[n + 2] = found[i], found[i + 1]
        holders[n + 3] = redis.call('HGET', KEYS[5], owner) or ''
    end
    value = ''
end
for _, owner in ipairs(redis.call('ZRANGE', queueKey, 0, MOST - 1)) do
    local record = redis.call('HGET', waitersKey, owner)
    if record then
        waiters[#waiters + 1] = owner
        waiters[#waiters + 1] = record
    end
end
local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
return { micros, value or '', redis.call('PTTL', lockKey), redis.call('GET', fenceKey) or '', waiters, head, holders }
