-- Renews claims on one node. Guarantees: only what is the caller's, and not in its lock delay; never shortens what is left;
-- brings nothing back.
--
-- KEYS  for each: lock, counter, records
-- ARGV  for each: kind, claim, lease, lock delay
-- for each: how long it is still its holder's, or -1
--@include clock.lua
--@include quorum/lock.lua

local function renew(kind, claim, lease, delay)
    local time = left(kind, claim)
    if not time or time < tonumber(delay) then
        return -1
    end
    local to = math.max(time, lease + delay)
    if kind == 'm' then
        redis.call('PEXPIRE', lockKey, text(to))
        return to - delay
    end
    redis.call('ZADD', lockKey, text(now + to), kind .. ':' .. claim)
    for _, key in ipairs({ lockKey, recordsKey }) do
        redis.call('PEXPIRE', key, text(math.max(to, redis.call('PTTL', key))))
    end
    return to - delay
end

local answer = {}
for i = 1, #KEYS / 3 do
    lockKey, counterKey, recordsKey = unpack(KEYS, 3 * i - 2, 3 * i)
    seen = nil
    answer[i] = renew(unpack(ARGV, 4 * i - 3, 4 * i))
end
return answer
