-- A mutex: one holds it, in the string that every language knows.
--
-- KEYS  1 lock  "<owner>:<first token>", PX = lease + lock delay; with ":kept" behind it, released and kept for a while
--       5 mark  there is such a key if the owner id was abandoned
local markKey = KEYS[5]
local value = false -- the lock's, if it is not free

-- Whether this owner had it before: what is known of that stands in the fence.
local function had()
    return false
end

-- Gives a lock that is free, and returns the tokens; not to an owner that had it at last.
local function grant(owner, client, ttl, block)
    local first, last = mint(owner, client, block)
    if first then
        value = owner .. ':' .. text(first)
        redis.call('SET', lockKey, value, 'PX', ttl)
        if string.find(client, '\n', 1, true) then -- the fence has the note, and is to have it for as long
            redis.call('PEXPIRE', fenceKey, text(math.max(tonumber(ttl), redis.call('PTTL', fenceKey))))
        end
    end
    return first, last
end
