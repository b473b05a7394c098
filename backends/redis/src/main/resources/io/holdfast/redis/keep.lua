-- Has a key beside a lock live for so long at least, if it is there. Guarantees: nothing is shortened, nothing brought back.
--
-- KEYS  the key            ARGV  how long
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left < tonumber(ARGV[1]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return { left }
