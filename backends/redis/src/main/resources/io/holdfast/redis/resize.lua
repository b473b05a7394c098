-- Changes how many permits a semaphore has. Guarantees: whoever holds keeps what it has, also above the new number; whoever
-- waits keeps its place, except one that wants more than there are now, which leaves and is told to look again; those who
-- now fit are granted. A second copy changes nothing.
--
-- ARGV  what it is, as the caller knows it; what it is to be
-- {1} if it is that now · {0} if nobody holds or waits · {5, what the name is in use as}
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include <kind>-grant.lua
--@include <kind>.lua
local from, to = ARGV[1], ARGV[2]
local wrong = look()
if wrong then
    return wrong
end
--@include queue.lua

-- Has all who wait do so for the new number.
local function rewrite(most)
    local dropped = {}
    for _, owner in ipairs(redis.call('ZRANGE', queueKey, 0, -1)) do
        local record = redis.call('HGET', waitersKey, owner) or ''
        local _, _, _, tag, its, units, client = string.match(record, RECORD)
        if its == from and tonumber(units) > most then
            leave(owner)
            dropped[#dropped + 1] = owner
            addMessage(owner, tag, client)
        elseif its == from then
            record = string.gsub(record, '^(%d+ %d+ %d+ %d+ %S+ )%S+', '%1' .. to)
            redis.call('HSET', waitersKey, owner, record)
        end
    end
    if #dropped > 0 then
        remember(dropped)
    end
end

-- While nobody holds it, it is what those who wait take it for: the living first.
local its = head and kind
if not its then
    local owner = living(0) or redis.call('ZRANGE', queueKey, 0, 0)[1]
    local record = owner and redis.call('HGET', waitersKey, owner)
    if not record then
        return { 0 }
    end
    its = select(5, string.match(record, RECORD))
end
if its ~= from and its ~= to then
    return { INVALID, its }
end
kind, capacity = to, tonumber(string.match(to, '%d+$'))
if its ~= to then
    if head then
        redis.call('ZREM', lockKey, head)
        head = to .. ':' .. text(token)
        redis.call('ZADD', lockKey, text(-used), head)
    end
    rewrite(capacity)
end
settle()
tell()
return { (head or redis.call('EXISTS', queueKey) == 1) and 1 or 0 }
