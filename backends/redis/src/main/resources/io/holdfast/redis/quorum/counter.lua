-- The counter. It never falls below the floor, which rises with this node's clock: so one that was forgotten comes back
-- above all that it had issued, if that was some periods ago. For this it must not run far ahead of the clock.
local PERIOD, ROOM, LEAD, KEPT = 10000, 4194304, 3, 3600000
local floor

local function counter()
    clock()
    floor = math.floor(now / PERIOD) * ROOM
    return tonumber(redis.call('GET', counterKey) or 0)
end

-- Raises it to that, if that is not too many periods ahead of the clock: half as many as a node that forgot it has no vote
-- for, and one more for clocks that differ. The model in verification/model shows what happens otherwise.
local function raise(to)
    if to >= floor + LEAD * ROOM then
        return false
    end
    local lead = math.max(0, to - floor) / ROOM * PERIOD
    redis.call('SET', counterKey, text(to), 'PX', text(KEPT + lead))
    return true
end

-- Keeps in mind what was issued elsewhere, as far as it may.
local function meet(token)
    local last = counter()
    token = math.min(token, floor + LEAD * ROOM - 1)
    if token > last then -- the clock may have stepped back, and the floor with it
        raise(token)
    end
end
