-- Time, and the tokens that are made of it: times are milliseconds of this server's clock, tokens its microseconds. Lua
-- prints numbers of more than 14 digits wrongly, so tokens become text by format('%.0f') only.
local FENCE = 3600000

local time = redis.call('TIME')
local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
local now = math.floor(micros / 1000)

local function text(number)
    return string.format('%.0f', number)
end

-- The first number never issued, if the latest grant was this owner's: an id is granted once.
local function nextAfter(owner)
    local number, whose = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) (%S+)')
    return whose == owner and tonumber(number)
end

-- Gives the lock, with a block of tokens that ends at the clock: without a fence, of one. Gives it not to an owner that
-- had it at last.
local function grant(owner, client, ttl, block)
    local mark = ' ' .. owner .. ' ' .. client
    local fence = redis.call('SET', KEYS[2], text(micros + 1) .. mark, 'PX', FENCE, 'GET')
    local number = fence and tonumber(string.match(fence, '^%d+'))
    if fence and string.find(fence, mark, 1, true) then
        redis.call('SET', KEYS[2], fence, 'PX', FENCE + math.max(0, math.ceil((number - micros) / 1000)))
        return nil
    end
    local first = number and math.max(number, micros - block + 1) or micros
    local last = micros
    if first > micros then
        last = first
        redis.call('SET', KEYS[2], text(last + 1) .. mark, 'PX', FENCE + math.ceil((last - micros) / 1000))
    end
    value = owner .. ':' .. text(first)
    redis.call('SET', KEYS[1], value, 'PX', ttl)
    return first, last
end
