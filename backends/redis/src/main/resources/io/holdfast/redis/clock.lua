-- Time: milliseconds of this server's clock, and its microseconds. Lua prints numbers of more than 14 digits wrongly, so
-- they become text by format('%.0f') only.
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
