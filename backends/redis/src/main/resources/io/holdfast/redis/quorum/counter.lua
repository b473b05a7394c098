-- The counter. It never falls below the floor, which rises with this node's clock: so one that was forgotten comes back
-- above all that it had issued, if that was some periods ago. For this it must not run far ahead of the clock.
local PERIOD, ROOM, KEPT = 10000, 4194304, 3600000
local floor

local function counter()
    clock()
    floor = math.floor(now / PERIOD) * ROOM
    return tonumber(redis.call('GET', counterKey) or 0)
end

-- Raises it to that, if that is not a period or more ahead of the clock. The model in verification/model shows that more would
-- let a node that forgot it issue the same again.
local function raise(to)
    if to >= floor + ROOM then
        return false
    end
    local lead = math.max(0, to - floor) / ROOM * PERIOD
    redis.call('SET', counterKey, text(to), 'PX', text(KEPT + lead))
    return true
end

-- Keeps in mind what was issued elsewhere, as far as it may.
local function meet(token)
    if token > tonumber(redis.call('GET', counterKey) or 0) then
        counter()
        raise(math.min(token, floor + ROOM - 1))
    end
end
