-- Who holds a read/write lock or a semaphore. All that decides is in the lock's own key, so that a claim can be renewed
-- and given back by that key alone while a Cluster slot moves.
--
-- KEYS  1 lock     sorted set, as long as anybody holds. Its head, "<kind>:<capacity>:<token>", has minus the units in
--                  use as its score; the token is that of all who hold now. Each holder, "<owner>:<units>", has the time
--                  at which its claim ends, lock delay included; with ":kept" behind it, released and kept for a while
--       5 holders  hash: owner -> "<since> <client>", for inspection only
--       6 mark     there is such a key if the owner id was abandoned
local holdersKey, markKey = KEYS[5], KEYS[6]
local capacity = tonumber(string.match(kind, '%d+$'))
local head, token, used = nil, 0, 0

-- Lets go of those whose time is over.
local function expire()
    local ended = redis.call('ZRANGE', lockKey, 0, '(' .. text(now), 'BYSCORE')
    for _, claim in ipairs(ended) do
        local owner, units = string.match(claim, '^(.*):(%d+)')
        redis.call('ZREM', lockKey, claim)
        redis.call('HDEL', holdersKey, owner)
        used = used - units
    end
    if used <= 0 then
        redis.call('DEL', lockKey, holdersKey)
        head, used = nil, 0
    elseif #ended > 0 then
        redis.call('ZADD', lockKey, text(-used), head)
    end
end

-- Reads who holds it. What it returns is the answer if the key is none of this kind and capacity.
local function look()
    clock()
    local found = redis.pcall('ZRANGE', lockKey, 0, 0, 'WITHSCORES')
    if found.err then
        local its = redis.call('TYPE', lockKey).ok
        return its == 'zset' and found or { INVALID, its }
    elseif not found[1] then
        return nil
    end
    local its, number = string.match(found[1], '^(%a+:%d+):(%d+)$')
    if not its or tonumber(found[2]) >= 0 then
        return { INVALID, 'zset' }
    end
    head, token, used = found[1], tonumber(number), -tonumber(found[2])
    if holdersKey then
        expire()
    end
    return head and its ~= kind and { INVALID, its } or nil
end

-- Whether there is room for that much beside those who hold.
local function fits(units)
    return used + units <= capacity
end

-- If this owner holds some of it: for how much longer, what its claim is kept as, and the tokens of the grant.
local function mine(owner, units, delay)
    local claim = owner .. ':' .. text(units)
    local ends = redis.call('ZSCORE', lockKey, claim)
    if ends then
        local last = units == capacity and nextAfter(owner) or token + 1
        return ends - now - delay, claim, token, last - 1
    end
end

-- Whether that claim holds, with that token, and not in its lock delay.
local function holds(claim, its, delay)
    local ends = its == text(token) and redis.call('ZSCORE', lockKey, claim)
    return ends and ends - now - delay >= 0
end

-- Ends a claim that holds: its time is over, or will be when it was kept long enough, under a name that no operation
-- matches. Removing is allowed when memory is short, and what follows a script's first write is as well.
local function finish(claim, keep)
    redis.call('ZREM', lockKey, claim)
    if keep > 0 then
        redis.call('ZADD', lockKey, text(now + keep), claim .. ':kept')
        redis.call('PEXPIRE', lockKey, text(math.max(keep, redis.call('PTTL', lockKey))))
    else
        redis.call('ZADD', lockKey, 0, claim)
        if holdersKey then
            expire()
        end
    end
end

-- Gives as much of the lock as fits, and returns the tokens: a writer's are its own, all who read at a time have the
-- same one, and permits have none. A writer that had the lock at last gets nothing.
local function grant(owner, client, ttl, block, units)
    local first, last = token, token
    local free = used == 0
    if free then
        first, last = 0, 0
        if string.find(kind, '^readwrite') then
            if units == capacity then
                first, last = mint(owner, client, block)
            else
                first = epoch()
                last = first
            end
        end
        if not first then
            return nil
        end
    end
    token, used = first, used + units
    head = kind .. ':' .. text(token)
    redis.call('ZADD', lockKey, text(-used), head, text(now + ttl), owner .. ':' .. text(units))
    local life = math.max(ttl, redis.call('PTTL', lockKey))
    redis.call('PEXPIRE', lockKey, text(life))
    if free then
        redis.call('DEL', holdersKey) -- what is left of those whose key has ended with them
    end
    redis.call('HSET', holdersKey, owner, text(now) .. ' ' .. client)
    redis.call('PEXPIRE', holdersKey, text(math.max(life, FENCE)))
    return first, last
end

-- When some of the lock may be free, and who holds that: empty if nobody does.
local function holder()
    local next = redis.call('ZRANGE', lockKey, 1, 1, 'WITHSCORES')
    return next[2] and tonumber(next[2]) - now or 0, next[1] or ''
end
