-- Shows what one node has of a lock, and changes nothing.
--
-- KEYS  lock, counter, records
-- {now in microseconds, counter, type, then for each who holds: kind, claim, record, time left}
--@include clock.lua
--@include quorum/lock.lua
local MOST = 1000
clock()
local its = redis.call('TYPE', lockKey).ok
local answer = { micros, redis.call('GET', counterKey) or '0', its }
local function add(kind, claim, record, time)
    local n = #answer
    answer[n + 1], answer[n + 2], answer[n + 3], answer[n + 4] = kind, claim, record, time
end

if its == 'string' then
    local value = redis.call('GET', lockKey)
    local claim, record = string.match(value, '^(%S+) (%d+ %d+ %S* .*)$')
    add('m', claim or value, record or '', redis.call('PTTL', lockKey))
elseif its == 'zset' then
    for _, member in ipairs(redis.call('ZRANGEBYSCORE', lockKey, text(now + 1), '+inf', 'LIMIT', 0, MOST)) do
        local kind, claim = string.match(member, '^([rw]):(.*)$')
        if kind then
            local time = redis.call('ZSCORE', lockKey, member) - now
            add(kind, claim, redis.call('HGET', recordsKey, claim) or '', time)
        end
    end
end
return answer
