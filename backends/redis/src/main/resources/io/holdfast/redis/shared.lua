-- Who holds a read/write lock or a semaphore.

-- The number of permits may have been changed: whoever is in it already, and knows it by another, goes by what it is.
local function adopt(its)
    if strict or not (string.find(its, '^semaphore:') and string.find(kind, '^semaphore:')) then
        return false
    end
    kind, capacity = its, tonumber(string.match(its, '%d+$'))
    return true
end

-- Whether one who waits does so for this. If nobody holds it, it is what those who wait take it for.
local function agrees(its)
    return its == kind or used == 0 and adopt(its)
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
    return head and its ~= kind and not adopt(its) and { INVALID, its } or nil
end

-- Whether there is room for that much beside those who hold.
local function fits(units)
    return used + units <= capacity
end

-- If this owner holds some of it: for how much longer, what its claim is kept as, and its first token.
local function mine(owner, units, delay)
    local claim = owner .. ':' .. text(units)
    local ends = redis.call('ZSCORE', lockKey, claim)
    if ends then
        return ends - now - delay, claim, token
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

-- When some of the lock may be free, and who holds that: empty if nobody does.
local function holder()
    local next = redis.call('ZRANGE', lockKey, 1, 1, 'WITHSCORES')
    return next[2] and tonumber(next[2]) - now or 0, next[1] or ''
end
