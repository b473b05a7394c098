-- The queue of those who wait for the lock, of whatever kind: who holds it is for mutex.lua and shared.lua to know.
local DEAD, FORGET = 3000, 60000
local RECORD = '^%d+ %d+ (%d+) (%d+) (%d+)@?(%w*) (%S+) (%d+) (.*)$'
local messages = {}
clock()

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

-- Word to the client of one who waits: of its tokens; of none, if it is to look for itself.
local function addMessage(owner, tag, client, tokens)
    local inbox = ':inbox:' .. string.match(client, '^[^\n]*')
    local publish, channel = 'PUBLISH', 'holdfast' .. inbox
    if tag ~= '' then
        publish, channel = 'SPUBLISH', '{' .. tag .. '}' .. inbox
    end
    messages[#messages + 1] = { publish, channel, (tokens or '- -') .. ' ' .. owner .. ' ' .. lockKey }
end

-- Gives its part to one who waits and does not ask now: for a short time, and with word of it to its client alone. One
-- without a grant lease gets only the word, so that others who know no queue have a chance; it stays where it is.
local function handOver(owner, grantLease, delay, block, tag, units, client)
    local tokens
    if grantLease ~= '0' then
        leave(owner)
        local first, last = grant(owner, client, grantLease + delay, block, units)
        tokens = first and text(first) .. ' ' .. text(last)
    end
    addMessage(owner, tag, client, tokens)
end

-- Gives the lock to those who wait, first come first, for as long as the next one fits. If one of them asks now, it gets
-- its part for its whole lease, and the first two results are its tokens. The third is the kind of lock that the one
-- waits for at whom it ended, since it does not fit or waits for another kind; nothing if nobody is left.
local function settle(ask)
    local first, last
    local place = 0
    while fits(1) do
        local owner, record, at = living(place)
        if not owner then
            return first, last, nil
        end
        local grantLease, delay, block, tag, its, units, client = string.match(record, RECORD)
        units = tonumber(units)
        if not agrees(its) or not fits(units) then
            return first, last, its
        end
        if ask and ask.owner == owner then
            leave(owner)
            first, last = grant(owner, ask.client, ask.lease + ask.delay, ask.block, ask.units)
        else
            handOver(owner, grantLease, delay, block, tag, units, client)
            if grantLease == '0' then
                return first, last, its
            end
        end
        place = at
    end
    return first, last, kind
end

-- Last of all, so that whatever goes wrong with it the grants stand, and are found by a poll.
local function tell()
    for _, message in ipairs(messages) do
        redis.pcall(unpack(message))
    end
end
