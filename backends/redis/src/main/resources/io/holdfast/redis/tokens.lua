-- The tokens, which are microseconds of this server's clock. The fence keeps the first number never issued, and outlives
-- its use by an hour, and by as much as it leads the clock.
local FENCE, FENCE_TEXT = 3600000, '3600000'

-- The first number never issued, if the latest exclusive grant was this owner's: an id is granted once.
local function nextAfter(owner)
    local number, whose = string.match(redis.call('GET', fenceKey) or '', '^(%d+) (%S+)')
    return whose == owner and tonumber(number)
end

-- A block of tokens for an exclusive grant, that ends at the clock: without a fence, of one. None for an owner that had
-- the latest.
local function mint(owner, client, block)
    local mark = ' ' .. owner .. ' ' .. client
    local fence = redis.call('SET', fenceKey, text(micros + 1) .. mark, 'PX', FENCE_TEXT, 'GET')
    local number, whose = string.match(fence or '', '^(%d+) (%S+)')
    number = tonumber(number)
    if whose == owner then
        redis.call('SET', fenceKey, fence, 'PX', text(FENCE + math.max(0, math.ceil((number - micros) / 1000))))
        return nil
    end
    local first = number and math.max(number, micros - block + 1) or micros
    local last = math.max(first, micros)
    if first > micros then
        redis.call('SET', fenceKey, text(last + 1) .. mark, 'PX', text(FENCE + math.ceil((last - micros) / 1000)))
    end
    return first, last
end
