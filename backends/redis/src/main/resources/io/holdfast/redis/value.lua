value = redis.pcall('GET', KEYS[1])
if type(value) == 'table' then
    local kind = redis.call('TYPE', KEYS[1]).ok
    return kind ~= 'string' and { INVALID, kind } or value
end
