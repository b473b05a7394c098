-- Who holds a mutex.

-- Whether one who waits does so for this.
local function agrees(its)
    return its == kind
end

-- Reads who holds it. What it returns is the answer if the key is no mutex.
local function look()
    value = redis.pcall('GET', lockKey)
    if type(value) == 'table' then
        local found = redis.call('TYPE', lockKey).ok
        local head = found == 'zset' and redis.call('ZRANGE', lockKey, 0, 0)[1] or ''
        return found == 'string' and value or { INVALID, string.match(head, '^(%a+:%d+):%d+$') or found }
    end
end

-- How long the lock is still its holder's; negative once nothing but its lock delay is left.
local function left(delay)
    local ttl = redis.call('PTTL', lockKey)
    return ttl < 0 and 0 or ttl - delay
end

-- Whether there is room beside those who hold.
local function fits()
    return not value
end

-- If this owner holds it: for how much longer, what its claim is kept as, and its first token.
local function mine(owner, _, delay)
    local first = value and string.sub(value, 1, #owner + 1) == owner .. ':' and string.match(value, '^%d+$', #owner + 2)
    if first then
        return left(delay), value, tonumber(first)
    end
end

-- Whether that claim holds, wholly the same, and not in its lock delay.
local function holds(claim, _, delay)
    return value == claim and (delay == 0 or left(delay) >= 0)
end

-- Ends a claim that holds. If it is to stay taken, it gets a value that no operation matches. Deleting is allowed when
-- memory is short, and what follows a script's first write is as well.
local function finish(claim, keep)
    redis.call('DEL', lockKey)
    value = false
    if keep > 0 then
        value = claim .. ':kept'
        redis.call('SET', lockKey, value, 'PX', keep)
    end
end

-- When the lock may be free, and who holds it: empty if nobody does.
local function holder()
    return redis.call('PTTL', lockKey), value or ''
end
