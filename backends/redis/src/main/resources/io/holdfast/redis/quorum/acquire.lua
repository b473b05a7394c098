-- Asks one node for its vote. Guarantees: of those who exclude each other, only one has it at a time; each exclusive vote
-- comes with a number above all that this node has given before; who was abandoned gets none.
--
-- KEYS  lock, counter, records, mark of the owner, waiters (sorted set: client by the time at which it came), writer (the
--       client of a writer that waits, for a while; or that it is the readers' turn)
-- ARGV  kind (m, r, w), claim, lease, lock delay, block, client, note, how long to remember that it waits (0 if it does not)
-- {code, now, counter, for how long it holds or another is in the way, who that is}
--@include clock.lua
--@include quorum/lock.lua
--@include quorum/counter.lua
local kind, claim, lease, delay, block, client, note, memory = unpack(ARGV)
local AHEAD = 6
clock()
if redis.call('EXISTS', KEYS[4]) == 1 then
    return { GONE, micros }
end
local invalid = wrong(kind)
if invalid then
    return invalid
end
local time = left(kind, claim)
if time and time >= tonumber(delay) then
    return { GRANTED, micros, counter(), time - delay } -- a second copy of the same request
end

local wait, who = other(kind)
if not wait and kind == 'r' then
    -- A writer that waits goes first, or readers would never leave a moment for it.
    local writer = redis.call('GET', KEYS[6])
    if writer and writer ~= READERS then
        wait, who = redis.call('PTTL', KEYS[6]), writer
    end
end
if wait then
    if memory ~= '0' then
        redis.call('ZADD', KEYS[5], 'NX', text(now), client)
        redis.call('PEXPIRE', KEYS[5], memory)
        if kind == 'w' and redis.call('GET', KEYS[6]) ~= READERS then
            redis.call('SET', KEYS[6], client, 'PX', memory)
        end
    end
    return { BUSY, micros, 0, wait, who }
end

-- From the floor, and not from the counter alone: this node may have forgotten what it had issued. So may a reader's.
local last = counter()
local number = math.max(last, floor) + (kind == 'r' and 0 or block)
if number > last and not raise(number) then
    return { AHEAD, micros }
end
put(kind, claim, record(block, client, note), lease + delay)
return { GRANTED, micros, number, tonumber(lease) }
