-- The queue of those who wait for the lock.
local DEAD, FORGET, KEEP = 3000, 60000, 65000
local publish, channel, message

-- The first token of the grant, if the lock is this owner's.
local function mine(owner)
    if value and string.sub(value, 1, #owner + 1) == owner .. ':' then
        return tonumber(string.match(value, '^%d+$', #owner + 2))
    end
end

-- How long the lock is still its holder's; negative once nothing but its lock delay is left.
local function left(delay)
    local ttl = redis.call('PTTL', KEYS[1])
    return ttl < 0 and 0 or ttl - delay
end

local function leave(owner)
    redis.call('ZREM', KEYS[3], owner)
    redis.call('HDEL', KEYS[4], owner)
end

-- The first who waits and was heard of lately. The silent are passed over and keep their places, for a minute.
local function firstLiving()
    local place = 0
    while true do
        local owner = redis.call('ZRANGE', KEYS[3], place, place)[1]
        if not owner then
            return nil
        end
        local record = redis.call('HGET', KEYS[4], owner)
        local silent = record and now - tonumber(string.match(record, '^%d+')) or FORGET
        if silent < DEAD then
            return owner, record
        elseif silent < FORGET then
            place = place + 1
        else
            leave(owner)
        end
    end
end

-- Gives the lock to one who waits and does not ask now: for a short time, and with word of it to its client alone. One
-- without a grant lease gets only the word, so that others who know no queue have a chance.
local function handOver(owner, record)
    local grantLease, delay, block, tag, client = string.match(record, '^%d+ %d+ (%d+) (%d+) (%d+)@?(%w*) (.*)$')
    local first, last = 0, 0
    if grantLease ~= '0' then
        leave(owner)
        first, last = grant(owner, client, grantLease + delay, block)
    end
    publish, channel = 'PUBLISH', 'holdfast:inbox:' .. client
    if tag ~= '' then
        publish, channel = 'SPUBLISH', '{' .. tag .. '}:inbox:' .. client
    end
    message = text(first) .. ' ' .. text(last) .. ' ' .. owner .. ' ' .. KEYS[1]
end

-- Whoever finds the lock free gives it to the first who waits.
local function settle()
    if not value then
        local owner, record = firstLiving()
        if owner then
            handOver(owner, record)
        end
    end
end

-- Last of all, so that whatever goes wrong with it the grant stands, and is found by a poll.
local function tell()
    if channel then
        redis.pcall(publish, channel, message)
    end
end

-- Lets a claim ask: it gets the lock if that is free and nobody living stands before it; otherwise it keeps or, if it
-- may, takes a place in the queue. One that holds already is told so.
local function enter(owner, client, lease, grantLease, delay, block, join, tag)
    local first = mine(owner)
    if first then
        local still = left(delay)
        return still < 0 and { GONE } or { GRANTED, first, (nextAfter(owner) or first + 1) - 1, still }
    end
    local record = redis.call('HGET', KEYS[4], owner)
    local since = record and string.match(record, '^%d+ (%d+)') or text(now)
    if not record and nextAfter(owner) then
        settle()
        return { GONE }
    end
    local function stand()
        local told = tag and block .. '@' .. tag or block
        record = table.concat({ text(now), since, grantLease, delay, told, client }, ' ')
        redis.call('HSET', KEYS[4], owner, record)
        redis.call('PEXPIRE', KEYS[3], KEEP)
        redis.call('PEXPIRE', KEYS[4], KEEP)
    end
    if record then
        stand()
    end
    if not value then
        local head, its = firstLiving()
        if not head or head == owner then
            if record then
                leave(owner)
            end
            local from, to = grant(owner, client, lease + delay, block)
            return { GRANTED, from, to, tonumber(lease) }
        end
        handOver(head, its)
    end
    if not record then
        if not join then
            return { BUSY, redis.call('PTTL', KEYS[1]), 0, value or '' }
        end
        local highest = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
        redis.call('ZADD', KEYS[3], text((tonumber(highest) or 0) + 1), owner)
        stand()
    end
    return { WAITING, redis.call('PTTL', KEYS[1]), firstLiving() == owner and 1 or 0, value or '' }
end

