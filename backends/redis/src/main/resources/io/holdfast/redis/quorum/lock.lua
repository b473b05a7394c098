-- A lock on one of the nodes of a quorum. A node knows nothing of the others: it says yes to one, and counts. Its keys:
--
-- KEYS  1 lock     a mutex: the string "<claim> <block> <since> <client> <note>", with a time to live, as every language knows it.
--                  Readers and a writer: sorted set "r:<claim>" or "w:<claim>" by the end of each one's time
--       2 counter  the last number issued, or tried to. It has a time to live: see the floor
--       3 records  hash, for readers and writers: claim -> "<block> <since> <client> <note>", for inspection only
--       4, 5 …     the operation's
--
-- A released claim that stays taken for a while is kept under "-<claim>", which no operation matches.
local GRANTED, BUSY, GONE, INVALID = 1, 3, 4, 5
local READERS, TURN = '-', 500 -- after a writer it is the readers' turn for a moment, or writers would keep them out
local lockKey, counterKey, recordsKey = KEYS[1], KEYS[2], KEYS[3]

-- The value of a mutex as it was at first: text, false if there is none, or an error if it is no mutex.
local seen
local function value()
    if seen == nil then
        seen = redis.pcall('GET', lockKey)
    end
    return seen
end

-- Complains if the key is not the lock that it should be.
local function wrong(kind)
    if kind == 'm' and type(value()) ~= 'table' then
        return nil
    end
    local its = redis.call('TYPE', lockKey).ok
    local right = its == 'none' or its == 'zset' and kind ~= 'm'
    if right and its == 'zset' then
        right = string.match(redis.call('ZRANGE', lockKey, 0, 0)[1], '^[rw]:')
    end
    return not right and { INVALID, its } or nil
end

-- For how long a claim is still kept, or nil.
local function left(kind, claim)
    if kind == 'm' then
        local found = value()
        local its = type(found) == 'string' and string.sub(found, 1, #claim + 1) == claim .. ' '
        return its and redis.call('PTTL', lockKey) or nil
    end
    clock()
    local ends = redis.pcall('ZSCORE', lockKey, kind .. ':' .. claim)
    return type(ends) == 'string' and tonumber(ends) > now and ends - now or nil
end

-- Lets those go whose time is over, and says for how long somebody else is still in the way, and who; or nil.
local function other(kind)
    if kind == 'm' then
        local found = value()
        return found and redis.call('PTTL', lockKey), found or ''
    end
    clock()
    for _, over in ipairs(redis.call('ZRANGEBYSCORE', lockKey, '-inf', text(now))) do
        redis.call('ZREM', lockKey, over)
        redis.call('HDEL', recordsKey, string.sub(over, 3))
    end
    local last = redis.call('ZRANGE', lockKey, -1, -1, 'WITHSCORES')
    if last[1] and not (kind == 'r' and string.sub(last[1], 1, 1) == 'r') then
        return last[2] - now, string.sub(last[1], 3)
    end
end

-- What is kept of a claim for those who look.
local function record(block, client, note)
    clock()
    return block .. ' ' .. text(micros) .. ' ' .. client .. ' ' .. note
end

-- Lets a claim hold for a while.
local function put(kind, claim, record, time)
    if kind == 'm' then
        redis.call('SET', lockKey, claim .. ' ' .. record, 'PX', time)
        return
    end
    clock()
    redis.call('ZADD', lockKey, text(now + time), kind .. ':' .. claim)
    redis.call('HSET', recordsKey, claim, record)
    for _, key in ipairs({ lockKey, recordsKey }) do
        redis.call('PEXPIRE', key, text(math.max(time, redis.call('PTTL', key))))
    end
end

-- Lets a claim hold no more; or, for a while, one that nobody owns.
local function finish(kind, claim, keep)
    if kind == 'm' then
        if keep > 0 then
            put(kind, '-' .. claim, '0 0  ', keep)
        else
            redis.call('DEL', lockKey)
        end
        return
    end
    redis.call('ZREM', lockKey, kind .. ':' .. claim)
    redis.call('HDEL', recordsKey, claim)
    if keep > 0 then
        put(kind, '-' .. claim, '0 0  ', keep)
    end
end
