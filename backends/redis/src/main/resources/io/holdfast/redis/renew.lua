-- Renews locks. Guarantees: only a value that is wholly the caller's, and not in its lock delay, is renewed; what is left
-- is never shortened; nothing is brought back. It declares the locks themselves and no other keys, so that it works
-- while a Cluster slot moves.
--
-- KEYS  the locks          ARGV  for each: value, lease, lock delay
-- for each: how long it is still its holder's, or -1
local answer = {}
for i, key in ipairs(KEYS) do
    local value, lease, delay = ARGV[3 * i - 2], tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
    local left = -1
    if redis.pcall('GET', key) == value then
        local ttl = redis.call('PTTL', key)
        left = ttl < 0 and 0 or ttl - delay
        if left >= 0 and left <= lease then -- also if it is the same, so that there is a write to wait for
            redis.call('PEXPIRE', key, string.format('%.0f', lease + delay))
            left = lease
        end
    end
    answer[i] = math.max(left, -1)
end
return answer
