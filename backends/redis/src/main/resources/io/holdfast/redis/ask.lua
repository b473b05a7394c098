-- Asking for the lock, of whatever kind.
local KEEP = 65000 -- how long a queue lives in which nobody shows a sign of life

-- The claim that asks, in the last arguments: owner, client and note, lease, grant lease, lock delay, block, units; and a
-- tag, if it is to be told in the lock's slot.
local function asked(from)
    local owner, client, lease, grantLease, delay, block, units, tag = unpack(ARGV, from)
    return {
        owner = owner,
        client = client,
        lease = tonumber(lease),
        grantLease = grantLease,
        delay = tonumber(delay),
        block = block,
        units = tonumber(units),
        tag = tag,
    }
end

-- Lets a claim ask: it gets what it asks for if that fits and nobody living stands before it; otherwise it keeps or, if
-- it may join, takes a place in the queue. One that holds already is told so. If nothing is said about joining, it must
-- be known here.
local function enter(ask, join)
    local owner = ask.owner
    local still, _, first = mine(owner, ask.units, ask.delay)
    if still then
        settle()
        return still < 0 and { GONE } or { GRANTED, first, (nextAfter(owner) or first + 1) - 1, still }
    end
    local record = redis.call('HGET', waitersKey, owner)
    if not record and (join == nil or nextAfter(owner) or had(owner)) then
        settle()
        return { GONE }
    end
    local since = text(now)
    if record then
        local its -- what it waits for, and with which note, stands there: the number of permits may be another since
        since, its, ask.client = string.match(record, '^%d+ (%d+) %d+ %d+ %S+ (%S+) %d+ (.*)$')
        if not agrees(its) then
            return { INVALID, its }
        end
    end
    local function stand()
        local block = ask.tag and ask.block .. '@' .. ask.tag or ask.block
        local words = { text(now), since, ask.grantLease, text(ask.delay), block, kind, text(ask.units), ask.client }
        redis.call('HSET', waitersKey, owner, table.concat(words, ' '))
        redis.call('PEXPIRE', queueKey, KEEP)
        redis.call('PEXPIRE', waitersKey, KEEP)
    end
    if record then
        stand()
    end
    local last, before
    first, last, before = settle(ask)
    if not first and not before and fits(ask.units) then
        first, last = grant(owner, ask.client, ask.lease + ask.delay, ask.block, ask.units)
    end
    if first then
        return { GRANTED, first, last, ask.lease }
    elseif before and before ~= kind then
        return { INVALID, before }
    end
    if not record and join then
        local highest = redis.call('ZREVRANGE', queueKey, 0, 0, 'WITHSCORES')[2]
        redis.call('ZADD', queueKey, text((tonumber(highest) or 0) + 1), owner)
        stand()
    end
    local ttl, who = holder()
    if record or join then
        return { WAITING, ttl, living(0) == owner and 1 or 0, who }
    end
    return { BUSY, ttl, 0, who }
end
