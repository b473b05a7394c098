-- Asks for several mutexes, all or none. Guarantees: each is granted only if it is free, nobody living waits for it and its
-- owner id is new, and then in the same step as all others; otherwise none of them leaves a trace. A second copy of the
-- request changes nothing and gets the current state.
--
-- KEYS  for each lock: lock, fence, queue, waiters, mark
-- ARGV  kind, client; then for each lock: owner, lease, lock delay, block
-- for each lock: {0} not in the way of the others · {1, first, last, valid for} · {3, until news, 0, holder} · {4} · {5, as
-- acquire}
--@include lock.lua
--@include clock.lua
--@include tokens.lua
--@include mutex-grant.lua
--@include mutex.lua
--@include queue.lua
local FREE = 0
local client = ARGV[2]
local answers, free = {}, true

-- Has all that is above be about one of the locks, and returns who asks for it.
local function turnTo(i)
    lockKey, fenceKey, queueKey, waitersKey, markKey = unpack(KEYS, 5 * i - 4, 5 * i)
    value = false
    return unpack(ARGV, 4 * i - 1, 4 * i + 2)
end

-- What stands in the way of a claim: the answer to it. Nothing is granted to it, but what is free goes to those who wait.
-- Whatever could go wrong with a grant goes wrong here, since then there is none yet.
local function obstacle(owner, delay)
    local after = nextAfter(owner)
    if not after and redis.call('EXISTS', lockKey, queueKey, markKey) == 0 then
        return nil
    end
    local wrong = look()
    if wrong then
        return wrong
    end
    local still, _, first = mine(owner, 1, tonumber(delay))
    local _, _, before = settle()
    if still then
        return still < 0 and { GONE } or { GRANTED, first, (after or first + 1) - 1, still }
    elseif after or redis.call('EXISTS', markKey) == 1 then
        return { GONE }
    elseif before and before ~= kind then
        return { INVALID, before }
    elseif before or not fits() then
        local ttl, who = holder()
        return { BUSY, ttl, 0, who }
    end
end

for i = 1, #KEYS / 5 do
    local owner, _, delay = turnTo(i)
    local found = obstacle(owner, delay)
    if found and found.err then
        tell()
        return found
    end
    answers[i] = found or { FREE }
    free = free and not found
end
if free then
    for i = 1, #answers do
        local owner, lease, delay, block = turnTo(i)
        local first, last = grant(owner, client, lease + delay, block)
        answers[i] = { GRANTED, first, last, tonumber(lease) }
    end
end
tell()
return answers
