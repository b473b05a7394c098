-- Those whose part of the lock is over: an id is granted once, also if a copy of its request comes late. They are remembered
-- for a minute after the latest of them, and the latest thousand only, so that it costs little.
--
-- KEYS  6 ended  sorted set: owner by the time at which it was found to be over
local endedKey = KEYS[6]
local REMEMBER, MOST = 60000, 1000

local function remember(owners)
    for i = 1, math.min(#owners, MOST) do
        redis.call('ZADD', endedKey, text(now), owners[i])
    end
    redis.call('ZREMRANGEBYRANK', endedKey, 0, -MOST - 1)
    redis.call('PEXPIRE', endedKey, REMEMBER)
end

-- Whether an owner that holds nothing now had a part before. Of one that ended with the lock's own key its record is left.
local function had(owner)
    return redis.call('ZSCORE', endedKey, owner) or redis.call('HGET', holdersKey, owner)
end

-- Lets go of those whose time is over.
local function expire()
    local ended = redis.call('ZRANGE', lockKey, 0, '(' .. text(now), 'BYSCORE')
    if #ended == 0 then
        return
    end
    local owners = {}
    for i, claim in ipairs(ended) do
        local owner, units = string.match(claim, '^(.*):(%d+)')
        redis.call('ZREM', lockKey, claim)
        used = used - units
        owners[i] = owner
    end
    remember(owners)
    if redis.call('ZCARD', lockKey) == 1 then
        redis.call('DEL', lockKey, holdersKey)
        head, token, used = nil, 0, 0
        return
    end
    redis.call('ZADD', lockKey, text(-used), head)
    for _, owner in ipairs(owners) do
        redis.call('HDEL', holdersKey, owner)
    end
end
