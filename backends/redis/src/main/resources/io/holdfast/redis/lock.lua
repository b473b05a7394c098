-- The lock itself, for the scripts that change it. They name its keys in this order:
--
-- KEYS  1 lock     "<owner>:<first token>", PX = lease + lock delay: the protocol that every language knows
--       2 fence    "<next> <owner> <client>": the first number never issued, and whose the latest grant is or was
--       3 queue    sorted set: owner by ticket; a ticket is the highest in the queue plus one, never the clock
--       4 waiters  hash: owner -> "<seen> <since> <grant lease> <lock delay> <block> <client>"; behind the block
--                  stands "@<tag>" if its client listens in the lock's slot, in {<tag>}:inbox:<client>
--       5 gone     there is such a key if the owner id was abandoned
--
-- Every key that is written gets a time to live in the same script.
local GRANTED, WAITING, BUSY, GONE, INVALID = 1, 2, 3, 4, 5
local value = false -- the lock's, if it is not free

