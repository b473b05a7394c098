-- Time, and the tokens that are made of it: times are milliseconds of this server's clock, tokens its microseconds. Lua
-- prints numbers of more than 14 digits wrongly, so they become text by format('%.0f') only.
local FENCE = 3600000
local micros, now

-- Reads the clock, once: whatever a script does happens at one time.
local function clock()
    if not now then
        local time = redis.call('TIME')
        micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
        now = math.floor(micros / 1000)
    end
end

local function text(number)
    return string.format('%.0f', number)
end

-- The fence outlives its use by an hour, and by as much as it leads the clock.
local function fenceLife(number)
    return text(FENCE + math.max(0, math.ceil((number - micros) / 1000)))
end

-- The first number never issued, if the latest exclusive grant was this owner's: an id is granted once.
local function nextAfter(owner)
    local number, whose = string.match(redis.call('GET', fenceKey) or '', '^(%d+) (%S+)')
    return whose == owner and tonumber(number)
end

-- A block of tokens for an exclusive grant, that ends at the clock: without a fence, of one. None for an owner that had
-- the latest.
local function mint(owner, client, block)
    local mark = ' ' .. owner .. ' ' .. client
    local fence = redis.call('SET', fenceKey, text(micros + 1) .. mark, 'PX', FENCE, 'GET')
    local number = fence and tonumber(string.match(fence, '^%d+'))
    if fence and string.find(fence, mark, 1, true) then
        redis.call('SET', fenceKey, fence, 'PX', fenceLife(number))
        return nil
    end
    local first = number and math.max(number, micros - block + 1) or micros
    local last = math.max(first, micros)
    if first > micros then
        redis.call('SET', fenceKey, text(last + 1) .. mark, 'PX', fenceLife(last))
    end
    return first, last
end

-- The token of those who share the lock: the last that an exclusive grant before may have had. Without a fence there is
-- one from now on, so that whoever comes next has the same, and every later exclusive grant a higher one.
local function epoch()
    local fence = redis.call('GET', fenceKey)
    if fence then
        local number = tonumber(string.match(fence, '^%d+'))
        redis.call('PEXPIRE', fenceKey, fenceLife(number))
        return number - 1
    end
    redis.call('SET', fenceKey, text(micros + 1) .. ' - -', 'PX', FENCE)
    return micros
end
