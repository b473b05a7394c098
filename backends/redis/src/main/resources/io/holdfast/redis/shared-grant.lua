-- A read/write lock or a semaphore: each holds a part. All that decides is in the lock's own key, so that a claim can be
-- renewed and given back by that key alone while a Cluster slot moves.
--
-- KEYS  1 lock     sorted set, as long as anybody holds. Its head, "<kind>:<capacity>:<token>", has minus the units in
--                  use as its score; the token is that of all who hold now. Each holder, "<owner>:<units>", has the time
--                  at which its claim ends, lock delay included; with ":kept" behind it, released and kept for a while
--       5 holders  hash: owner -> "<since> <client>", for inspection, and to know who ended with the lock's key
--       6 ended    see ended.lua
--       7 mark     there is such a key if the owner id was abandoned
local holdersKey, markKey = KEYS[5], KEYS[7]
local capacity = tonumber(string.match(kind, '%d+$'))
local head, token, used = nil, 0, 0
--@include ended.lua

-- The token of those who share the lock: the last that an exclusive grant before may have had. Without a fence there is
-- one from now on, so that whoever comes next has the same, and every later exclusive grant a higher one.
local function epoch()
    local fence = redis.call('GET', fenceKey)
    if fence then
        local number = tonumber(string.match(fence, '^%d+'))
        redis.call('PEXPIRE', fenceKey, text(FENCE + math.max(0, math.ceil((number - micros) / 1000))))
        return number - 1
    end
    redis.call('SET', fenceKey, text(micros + 1) .. ' - -', 'PX', FENCE)
    return micros
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
    if free and redis.call('EXISTS', holdersKey) == 1 then
        remember(redis.call('HKEYS', holdersKey)) -- what is left of those who ended with the lock's key
        redis.call('DEL', holdersKey)
    end
    -- First what may be refused, then the grant itself.
    redis.call('HSET', holdersKey, owner, text(now) .. ' ' .. client)
    token, used = first, used + units
    head = kind .. ':' .. text(token)
    redis.call('ZADD', lockKey, text(-used), head, text(now + ttl), owner .. ':' .. text(units))
    local life = math.max(ttl, redis.call('PTTL', lockKey))
    redis.call('PEXPIRE', lockKey, text(life))
    redis.call('PEXPIRE', holdersKey, text(math.max(life, FENCE)))
    return first, last
end
