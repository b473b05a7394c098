-- Renews claims. Guarantees: only one that is wholly the caller's, and not in its lock delay, is renewed; what is left is
-- never shortened; nothing is brought back. It declares the locks themselves and no other keys, so that it works while
-- a Cluster slot moves.
--
-- KEYS  the locks: see mutex-grant.lua and shared-grant.lua
-- ARGV  for each: what the claim is kept as, its token (empty for a mutex, which has it in there), lease, lock delay
-- for each: how long it is still its holder's, or -1
--@include clock.lua

-- How long the claim still holds, and how long its key lives: nothing if it does not hold.
local function left(key, claim, token, delay)
    if token == '' then
        local ttl = redis.pcall('GET', key) == claim and redis.call('PTTL', key)
        if ttl then
            return ttl < 0 and 0 or ttl - delay, ttl
        end
    else
        local head = redis.pcall('ZRANGE', key, 0, 0)[1]
        local ends = head and string.match(head, '%d+$') == token and redis.call('ZSCORE', key, claim)
        if ends then
            clock()
            return ends - now - delay, redis.call('PTTL', key)
        end
    end
end

local answer = {}
for i, key in ipairs(KEYS) do
    local claim, token, lease, delay = unpack(ARGV, 4 * i - 3, 4 * i)
    lease = tonumber(lease)
    local still, ttl = left(key, claim, token, delay)
    if still and still >= 0 and still <= lease then -- also if it is the same, so that there is a write to wait for
        -- The key's time first: that is allowed when memory is short, and what follows a script's first write is as well.
        redis.call('PEXPIRE', key, text(math.max(lease + delay, ttl)))
        if token ~= '' then
            redis.call('ZADD', key, text(now + lease + delay), claim)
        end
        still = lease
    end
    answer[i] = math.max(still or -1, -1)
end
return answer
