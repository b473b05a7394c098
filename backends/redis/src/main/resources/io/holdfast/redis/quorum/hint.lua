-- Tells some who wait that the lock is free now: those who have waited longest, each once. They have to ask, as all do.
--
-- KEYS  lock, waiters
-- ARGV  how many
-- {}
for i = 1, ARGV[1] do
    local first = redis.call('ZPOPMIN', KEYS[2])[1]
    if not first then
        break
    end
    redis.call('PUBLISH', 'holdfast:inbox:' .. first, '- - - ' .. KEYS[1])
end
return {}
