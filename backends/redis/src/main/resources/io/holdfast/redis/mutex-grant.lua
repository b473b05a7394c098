-- A mutex: one holds it, in the string that every language knows.
--
-- KEYS  1 lock  "<owner>:<first token>", PX = lease + lock delay; with ":kept" behind it, released and kept for a while
--       5 mark  there is such a key if the owner id was abandoned
local markKey = KEYS[5]
local value = false -- the lock's, if it is not free

-- Gives a lock that is free, and returns the tokens; not to an owner that had it at last.
local function grant(owner, client, ttl, block)
    local first, last = mint(owner, client, block)
    if first then
        value = owner .. ':' .. text(first)
        redis.call('SET', lockKey, value, 'PX', text(ttl))
    end
    return first, last
end
