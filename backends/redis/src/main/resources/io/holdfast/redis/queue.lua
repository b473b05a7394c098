-- The queue of those who wait for the lock, of whatever kind: who holds it is for mutex.lua and shared.lua to know.
local DEAD, FORGET, KEEP = 3000, 60000, 65000
local RECORD = '^%d+ %d+ (%d+) (%d+) (%d+)@?(%w*) (%S+) (%d+) (.*)$'
local messages = {}
clock()

-- The claim that asks, in the last arguments: owner, client, lease, grant lease, lock delay, block, units; and a tag, if
-- it is to be told in the lock's slot.
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

local function leave(owner)
    redis.call('ZREM', queueKey, owner)
    redis.call('HDEL', waitersKey, owner)
end

-- The first who waits, from a place on, and was heard of lately; with its record and place. The silent are passed over
-- and keep their places, for a minute.
local function living(place)
    while true do
        local owner = redis.call('ZRANGE', queueKey, place, place)[1]
        if not owner then
            return nil
        end
        local record = redis.call('HGET', waitersKey, owner)
        local silent = record and now - tonumber(string.match(record, '^%d+')) or FORGET
        if silent < DEAD then
            return owner, record, place
        elseif silent < FORGET then
            place = place + 1
        else
            leave(owner)
        end
    end
end

-- Gives the lock to those who wait, first come first, for as long as the next one fits. One who does not ask now gets it
-- for a short time, and its client alone has word of it; without a grant lease it gets only the word, so that others
-- who know no queue have a chance. One who asks gets it for its whole lease, and here are its tokens. The last result
-- is why it went no further: somebody who waits as for another kind of lock, somebody who does not fit, or nothing.
local function settle(ask)
    local first, last
    local place = 0
    while fits(1) do
        local owner, record, at = living(place)
        if not owner then
            return first, last, nil
        end
        local grantLease, delay, block, tag, its, units, client = string.match(record, RECORD)
        if its ~= kind or not fits(tonumber(units)) then
            return first, last, its
        end
        place = at
        if ask and ask.owner == owner then
            leave(owner)
            first, last = grant(owner, ask.client, ask.lease + ask.delay, ask.block, ask.units)
        else
            local from, to
            if grantLease ~= '0' then
                leave(owner)
                from, to = grant(owner, client, grantLease + delay, block, tonumber(units))
            end
            local publish, channel = 'PUBLISH', 'holdfast:inbox:' .. client
            if tag ~= '' then
                publish, channel = 'SPUBLISH', '{' .. tag .. '}:inbox:' .. client
            end
            local tokens = from and text(from) .. ' ' .. text(to) or '- -'
            messages[#messages + 1] = { publish, channel, tokens .. ' ' .. owner .. ' ' .. lockKey }
            if grantLease == '0' then
                return first, last, its
            end
        end
    end
    return first, last, kind
end

-- Last of all, so that whatever goes wrong with it the grants stand, and are found by a poll.
local function tell()
    for _, message in ipairs(messages) do
        redis.pcall(unpack(message))
    end
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
    if not record and (join == nil or nextAfter(owner)) then
        settle()
        return { GONE }
    end
    local since = record and string.match(record, '^%d+ (%d+)') or text(now)
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
