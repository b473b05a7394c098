-- What all scripts that change a lock know of it. Its keys, in this order, and each that is written gets a time to live
-- in the same script:
--
-- KEYS  1 lock     who holds it: see mutex-grant.lua and shared-grant.lua
--       2 fence    "<next> <owner> <client>": the first number never issued, and whose the latest exclusive grant was
--       3 queue    sorted set: owner by ticket; a ticket is the highest in the queue plus one, never the clock
--       4 waiters  hash: owner -> "<seen> <since> <grant lease> <lock delay> <block> <kind> <units> <client>"; behind the
--                  block stands "@<tag>" if its client listens in the lock's slot, in {<tag>}:inbox:<client>
--       5 …        see there
--
-- Behind a client there may stand a line break, and then the note of its claim: any text, of which nothing is compared.
--
-- ARGV  1 what the name is used as, "<kind>:<capacity>"; the rest is the operation's
local GRANTED, WAITING, BUSY, GONE, INVALID = 1, 2, 3, 4, 5
local lockKey, fenceKey, queueKey, waitersKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local kind = ARGV[1]
local strict = false -- whether the number of permits has to be the one that is named, as for those who ask anew
