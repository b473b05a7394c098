------------------------------- MODULE HandOff -------------------------------
(***************************************************************************)
(* One server: a queue of owners, a key that is handed over, and tokens.   *)
(*                                                                         *)
(* Time is a number of ticks to go, as in Exclusion.tla, and has no end; a *)
(* token is a number of ticks after the present date, mostly below 0.      *)
(* Clocks run at one speed: the allowance for drift is taken off every     *)
(* deadline. A script is one step of the server.                           *)
(*                                                                         *)
(* A request may be executed at any later moment or never, also when its   *)
(* sender has long given up; some are executed twice. Answers and messages *)
(* come at any later moment or never. So a client that pauses is one that  *)
(* does nothing for a while; its deadline comes nearer all the same.       *)
(*                                                                         *)
(* An owner id is a claim of some client; which client matters only where  *)
(* one claim is released and another joins in the same request. Left out:  *)
(* readers and permits, lock delay, minimum hold, values that others set,  *)
(* asking without joining, and that the silent are forgotten in the end.   *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Owners, None,
    Lease,             \* ticks
    GrantLease,        \* ticks of a lease that is handed over
    Dead,              \* ticks without a sign of life after which one who waits is passed over
    Recycles,          \* there is no end of owner ids, though no more than these at a time
    GivesUp,           \* claims may be given up, and polls and renewals go unanswered
    Renewals,          \* leases are renewed, not only confirmed
    Rejoins,           \* a release may carry the next claim: "never"; "tail", as it should be; "head", "first"
    Late,              \* kinds of requests that may be executed when nobody waits for the answer any more
    Doubled,           \* kinds of requests that are executed once more, at any later moment
    Copies,            \* when the second copy of an acquire comes: "never"; "soon", before another is granted; "ever"
    OwnerOnRelease,    \* a release gives up only what is the caller's
    OwnerOnRenewal,    \* a renewal renews only what is the caller's
    WholeValue,        \* and what is the caller's is told by owner and token, not by the owner alone
    FromRequest,       \* a deadline counts from when the request was sent
    HandOverFrom,      \* that of a lease handed over: from the latest request that was "answered", as it should be,
                       \* with "waiting"; or from the latest that was "sent"; or from the message's "arrival"
    Confirms,          \* one of which nothing is left by that count is confirmed by a renewal
    Memory,            \* the fence knows who was granted last, and that one is not granted again
    Mark,              \* abandoning an id leaves a mark
    PollJoins,         \* a poll that finds nothing joins
    InTurn,            \* what is free goes to the first who waits, not to the next who asks
    PassesSilent,      \* the silent are passed over
    KeepsSilent,       \* and keep their places
    AbandonHandsOn,    \* what is abandoned goes to the next
    Block,             \* tokens of a grant; 0 where they are not looked at
    Losses,            \* how often the server may lose all its data
    FenceLife,         \* ticks that a fence is kept
    ClockTokens,       \* tokens come from the clock and the fence, not from a counter
    OneWithoutFence,   \* without a fence there is one token, not a block
    LifeAndLead        \* a fence is kept for longer by as much as it leads the clock

VARIABLES
    server,    \* what scripts see and change: see Init
    stage,     \* owner -> new, joining, waiting, confirming, held; released; over, to be abandoned; gone
    left,      \* owner -> ticks of validity by its own count; of one that waits, if it were handed the lock now
    request,   \* owner -> the request that it waits for: idle, sent; or its answer
    worth,     \* owner -> ticks of validity that this answer gives
    value,     \* owner -> which of its grants it knows of; there is more than one only by mistake
    strays,    \* owner -> requests that may still be executed, and that nobody listens to
    carried,   \* owner -> the claim that its release has join
    losses     \* how often data was lost

vars == <<server, stage, left, request, worth, value, strays, carried, losses>>

Less(x) == IF x > 0 THEN x - 1 ELSE 0
Max(x, y) == IF x > y THEN x ELSE y
Range(sequence) == {sequence[i] : i \in 1 .. Len(sequence)}
Each(x) == [o \in Owners |-> x]

Empty == [
    key |-> None,       \* who holds the lock
    ttl |-> 0,          \* ticks until the key expires
    lapsed |-> FALSE,   \* whether it expired, and no script has run since
    queue |-> <<>>,     \* who waits
    silent |-> Each(0), \* owner in the queue -> ticks since its last sign of life
    latest |-> None,    \* who was granted last, as the fence has it
    fence |-> None,     \* the first number never issued
    life |-> 0,         \* ticks until the fence expires
    marked |-> {}]      \* which ids were abandoned

(* What no script sees: messages under way, and what the invariants look at. *)
Init ==
    /\ server = Empty @@ [
           words |-> Each({}),     \* owner -> grants of which a message is under way
           issued |-> -Block,      \* the highest token; no grant looks further back than that
           grants |-> Each(0),     \* owner -> how often it was granted the lock
           before |-> Each({}),    \* owner -> those in the queue who joined before it did
           overtaken |-> FALSE,    \* whether one who lived was passed by one who joined later
           backwards |-> FALSE,    \* whether a token was not above all that were issued before
           revived |-> FALSE]      \* whether an operation matched what was no longer its owner's
    /\ stage = Each("new")
    /\ left = Each(0)
    /\ request = Each("idle")
    /\ worth = Each(0)
    /\ value = Each(0)
    /\ strays = Each({})
    /\ carried = Each(None)
    /\ losses = 0

--------------------------------------------------------------------------------
(* Scripts *)

(* The clock is at 0. *)
Tokens(s) ==
    LET first ==
            IF ~ClockTokens THEN IF s.fence = None THEN 1 ELSE s.fence
            ELSE IF s.fence # None THEN Max(s.fence, 1 - Block)
            ELSE IF OneWithoutFence THEN 0
            ELSE 1 - Block
        last == IF ClockTokens THEN Max(first, 0) ELSE first + Block - 1
    IN IF Block = 0 THEN s
       ELSE [s EXCEPT
           !.fence = last + 1,
           !.life = FenceLife + IF LifeAndLead THEN last ELSE 0,
           !.issued = Max(@, last),
           !.backwards = @ \/ first <= s.issued]

(* To one that does not stand in the queue. *)
Grant(s, o, lease) ==
    IF Memory /\ s.latest = o THEN s
    ELSE Tokens([s EXCEPT
        !.key = o,
        !.ttl = lease,
        !.latest = o,
        !.grants[o] = @ + 1,
        !.before[o] = {},
        !.overtaken = @ \/ \E p \in s.before[o] : s.silent[p] < Dead])

Leave(s, o) == [s EXCEPT
    !.queue = SelectSeq(@, LAMBDA p : p # o),
    !.silent[o] = 0,
    !.before = [p \in Owners |-> @[p] \ {o}]]

Living(s) == SelectSeq(s.queue, LAMBDA o : s.silent[o] < Dead)

Listens(o) == stage[o] \in {"joining", "waiting"}

(* Gives what is free to the first who lives; to one that asks now for its whole lease. *)
RECURSIVE Settle(_, _)
Settle(s, asking) ==
    LET living == IF PassesSilent \/ Living(s) = <<>> \/ Head(Living(s)) = Head(s.queue) THEN Living(s) ELSE <<>>
        o == Head(living)
        t == [Leave(s, o) EXCEPT !.before[o] = s.before[o]]
        handed == Grant(t, o, GrantLease)
    IN IF s.key # None \/ living = <<>> \/ ~InTurn THEN [s EXCEPT !.lapsed = FALSE]
       ELSE IF o = asking THEN Settle(Grant(t, o, Lease), asking)
       ELSE Settle(IF Listens(o) THEN [handed EXCEPT !.words[o] = @ \cup {handed.grants[o]}] ELSE handed, asking)

DropSilent(s) ==
    LET silent == {o \in Range(s.queue) : s.silent[o] = Dead}
    IN IF KeepsSilent \/ silent = {} THEN s
       ELSE [s EXCEPT
           !.queue = Living(s),
           !.silent = [o \in Owners |-> IF o \in silent THEN 0 ELSE @[o]],
           !.before = [o \in Owners |-> @[o] \ silent]]

Answered(s, answer, ticks) == [server |-> s, answer |-> answer, ticks |-> ticks]

(* What asking and polling have in common. *)
Enter(s, o, joins, atHead) ==
    LET stands == o \in Range(s.queue)
        settled == Settle(DropSilent([s EXCEPT !.silent[o] = 0]), o)
        free == settled.key = None /\ (Living(settled) = <<>> \/ ~InTurn)
        granted == IF free THEN Grant(Leave(settled, o), o, Lease) ELSE settled
        joined ==
            [granted EXCEPT
                !.queue = IF atHead THEN <<o>> \o @ ELSE Append(@, o),
                !.before[o] = Range(granted.queue)]
    IN IF s.key = o THEN Answered(s, "granted", s.ttl)
       ELSE IF ~stands /\ (~joins \/ (Memory /\ s.latest = o)) THEN Answered(Settle(DropSilent(s), None), "gone", 0)
       ELSE IF granted.key = o THEN Answered(granted, "granted", Lease)
       ELSE Answered(IF stands THEN granted ELSE joined, "waiting", GrantLease)

Joined(s, o) ==
    IF Mark /\ o \in s.marked THEN Answered(Settle(s, None), "gone", 0) ELSE Enter(s, o, TRUE, FALSE)

Polled(s, o) == Enter(s, o, PollJoins, FALSE)

Owns(s, o) == s.key = o /\ value[o] = s.grants[o]
Matches(s, o) == s.key = o /\ (WholeValue => value[o] = s.grants[o])

Renewed(s, o) ==
    IF Matches(s, o) \/ (~OwnerOnRenewal /\ s.key # None)
    THEN Answered([s EXCEPT !.ttl = Max(@, Lease), !.revived = @ \/ ~Owns(s, o)], "renewed", Max(s.ttl, Lease))
    ELSE Answered(s, "gone", 0)

Freed(s) == [s EXCEPT !.key = None, !.ttl = 0]

GivenUp(s, o) ==
    IF Matches(s, o) \/ (~OwnerOnRelease /\ s.key # None)
    THEN [Freed(s) EXCEPT !.revived = @ \/ ~Owns(s, o)]
    ELSE s

Rejoined(s, p) ==
    IF Mark /\ p \in s.marked THEN Answered(Settle(s, None), "gone", 0)
    ELSE IF Rejoins = "first" /\ s.key = None
    THEN Answered(Grant([s EXCEPT !.before[p] = Range(s.queue)], p, Lease), "granted", Lease)
    ELSE Enter(s, p, TRUE, Rejoins = "head")

Abandoned(s, o) ==
    LET t == [Leave(s, o) EXCEPT !.marked = @ \cup {o}]
        u == IF s.key = o THEN Freed(t) ELSE t
    IN IF AbandonHandsOn THEN Settle(u, None) ELSE u

--------------------------------------------------------------------------------
(* The client's side *)

(* A request that is no longer listened to: that it was executed, or never will be, is as if it were dropped. *)
Astray(o, kind) == IF request[o] = "sent" /\ kind \in Late THEN {kind} ELSE {}
Twice(kind) == IF kind \in Doubled THEN {kind} ELSE {}

Kind(o) ==
    IF stage[o] = "joining" THEN IF \E p \in Owners : carried[p] = o THEN "carried" ELSE "join"
    ELSE IF stage[o] = "waiting" THEN "poll"
    ELSE "renew"

Send(o) ==
    /\ request' = [request EXCEPT ![o] = "sent"]
    /\ worth' = [worth EXCEPT ![o] = Lease]

Idle(o) ==
    /\ request' = [request EXCEPT ![o] = "idle"]
    /\ worth' = [worth EXCEPT ![o] = 0]

(* The claim has an end, and nobody listens to what comes for it. *)
End(o, how) ==
    /\ stage' = [stage EXCEPT ![o] = how]
    /\ left' = [left EXCEPT ![o] = 0]
    /\ Idle(o)

Deaf(s, o) == [s EXCEPT !.words[o] = {}]

Join(o) ==
    /\ stage[o] = "new"
    /\ stage' = [stage EXCEPT ![o] = "joining"]
    /\ Send(o)
    /\ strays' = [strays EXCEPT ![o] = IF Copies = "never" THEN {} ELSE {"copy"}]
    /\ UNCHANGED <<server, left, value, carried, losses>>

Poll(o) ==
    /\ stage[o] = "waiting"
    /\ request[o] = "idle"
    /\ Send(o)
    /\ strays' = [strays EXCEPT ![o] = @ \cup Twice("poll")]
    /\ left' = IF HandOverFrom = "sent" THEN [left EXCEPT ![o] = GrantLease] ELSE left
    /\ UNCHANGED <<server, stage, value, carried, losses>>

Renew(o) ==
    /\ Renewals
    /\ stage[o] = "held"
    /\ request[o] = "idle"
    /\ left[o] < Lease  \* sooner it would change nothing
    /\ Send(o)
    /\ strays' = [strays EXCEPT ![o] = @ \cup Twice("renew")]
    /\ UNCHANGED <<server, stage, left, value, carried, losses>>

(* A grant is known: it is relied upon, or confirmed first. *)
Take(o, ticks, known) ==
    /\ value' = [value EXCEPT ![o] = known]
    /\ server' = Deaf(server, o)
    /\ IF ticks > 0 \/ ~Confirms
       THEN /\ stage' = [stage EXCEPT ![o] = "held"]
            /\ left' = [left EXCEPT ![o] = Max(ticks, 1)]
            /\ Idle(o)
       ELSE /\ stage' = [stage EXCEPT ![o] = "confirming"]
            /\ left' = [left EXCEPT ![o] = 0]
            /\ Send(o)

TakeWord(o) ==
    /\ stage[o] = "waiting"
    /\ \E n \in server.words[o] : Take(o, left[o], n)
    /\ strays' = [strays EXCEPT ![o] = @ \cup Astray(o, "poll")]
    /\ UNCHANGED <<carried, losses>>

Hear(o) ==
    \/ /\ request[o] = "granted"
       /\ Take(o, worth[o], value[o])
       /\ UNCHANGED <<strays, carried, losses>>
    \/ /\ request[o] = "waiting"
       /\ stage' = [stage EXCEPT ![o] = "waiting"]
       /\ left' = [left EXCEPT ![o] = worth[o]]
       /\ Idle(o)
       /\ UNCHANGED <<server, value, strays, carried, losses>>
    \/ /\ request[o] = "renewed"
       /\ IF worth[o] > 0
          THEN /\ stage' = [stage EXCEPT ![o] = "held"]
               /\ left' = [left EXCEPT ![o] = worth[o]]
               /\ Idle(o)
               /\ UNCHANGED strays
          ELSE /\ End(o, IF stage[o] = "held" THEN "over" ELSE "released")
               /\ strays' = IF stage[o] = "held" THEN strays ELSE [strays EXCEPT ![o] = @ \cup {"release"}]
       /\ UNCHANGED <<server, value, carried, losses>>
    \/ /\ request[o] = "gone"
       /\ End(o, "gone")
       /\ server' = Deaf(server, o)
       /\ UNCHANGED <<value, strays, carried, losses>>

(* The answer to a poll or a renewal does not come in time: another will be sent. *)
Miss(o) ==
    /\ GivesUp
    /\ stage[o] \in {"waiting", "held"}
    /\ request[o] # "idle"
    /\ Idle(o)
    /\ strays' = [strays EXCEPT ![o] = @ \cup Astray(o, Kind(o))]
    /\ UNCHANGED <<server, stage, left, value, carried, losses>>

(* A time-out, an interrupt, an answer that was lost: whatever was asked for is to be abandoned. *)
GiveUp(o) ==
    /\ GivesUp
    /\ stage[o] \in {"joining", "waiting", "confirming"}
    /\ End(o, "over")
    /\ strays' = [strays EXCEPT ![o] = @ \cup Astray(o, Kind(o))]
    /\ server' = Deaf(server, o)
    /\ UNCHANGED <<value, carried, losses>>

Release(o) ==
    /\ stage[o] = "held"
    /\ \E p \in {None} \cup (IF Rejoins = "never" THEN {} ELSE {q \in Owners : stage[q] = "new"}) :
           /\ stage' = [q \in Owners |-> IF q = o THEN "released" ELSE IF q = p THEN "joining" ELSE stage[q]]
           /\ request' = [q \in Owners |-> IF q = o THEN "idle" ELSE IF q = p THEN "sent" ELSE request[q]]
           /\ worth' = [q \in Owners |-> IF q = o THEN 0 ELSE IF q = p THEN Lease ELSE worth[q]]
           /\ carried' = [carried EXCEPT ![o] = p]
           /\ strays' =
                  [q \in Owners |->
                      IF q = o THEN strays[o] \cup Astray(o, "renew") \cup {"release"}
                      ELSE IF q = p /\ Copies # "never" THEN {"copy"}
                      ELSE strays[q]]
    /\ left' = [left EXCEPT ![o] = 0]
    /\ UNCHANGED <<server, value, losses>>

--------------------------------------------------------------------------------
(* The server executes a request *)

(* The answer's worth: what the script said, less the time since the request was sent. *)
Told(o, outcome) ==
    /\ server' = outcome.server
    /\ request' = [request EXCEPT ![o] = outcome.answer]
    /\ worth' = [worth EXCEPT ![o] =
           IF outcome.answer = "gone" THEN 0 ELSE Max(0, @ - (Lease - outcome.ticks))]
    /\ value' = IF outcome.answer = "granted" THEN [value EXCEPT ![o] = outcome.server.grants[o]] ELSE value

(* Whether the request to join, or its copy, may be executed now: more than two grants would show nothing new. *)
InTime(o) == server.grants[o] = 0 \/ server.latest = o \/ (Copies = "ever" /\ server.grants[o] = 1)

Execute(o) ==
    /\ request[o] = "sent"
    /\ Kind(o) # "carried"
    /\ Kind(o) = "join" => InTime(o)
    /\ LET kind == Kind(o)
       IN Told(o, IF kind = "join" THEN Joined(server, o)
                  ELSE IF kind = "poll" THEN Polled(server, o)
                  ELSE Renewed(server, o))
    /\ UNCHANGED <<stage, left, strays, carried, losses>>

(* The release, and with it the next claim's joining. *)
ExecuteRelease(o) ==
    /\ "release" \in strays[o]
    /\ LET p == carried[o]
           outcome == Rejoined(GivenUp(server, o), p)
       IN \/ /\ p # None
             /\ InTime(p)
             /\ IF stage[p] = "joining" /\ request[p] = "sent"
                THEN Told(p, outcome)
                ELSE server' = outcome.server /\ UNCHANGED <<request, worth, value>>
             /\ carried' = [carried EXCEPT ![o] = None]
             /\ strays' = [strays EXCEPT ![o] = @ \ ({"release"} \ Doubled)]
          \* If it was not answered it is repeated, but without the joining.
          \/ /\ IF p = None THEN TRUE ELSE stage[p] = "over"
             /\ server' = Settle(GivenUp(server, o), None)
             /\ strays' = IF p = None THEN [strays EXCEPT ![o] = @ \ ({"release"} \ Doubled)] ELSE strays
             /\ UNCHANGED <<request, worth, value, carried>>
    /\ UNCHANGED <<stage, left, losses>>

(* A request that nobody listens to. *)
ExecuteStray(o) ==
    /\ \E kind \in strays[o] :
           /\ kind # "release"
           /\ kind \in {"join", "copy"} => InTime(o)
           /\ server' = (IF kind \in {"join", "copy"} THEN Joined(server, o)
                         ELSE IF kind = "poll" THEN Polled(server, o)
                         ELSE Renewed(server, o)).server
           /\ strays' = [strays EXCEPT ![o] = @ \ {kind}]
    /\ UNCHANGED <<stage, left, request, worth, value, carried, losses>>

Abandon(o) ==
    /\ stage[o] = "over"
    /\ o \notin server.marked
    /\ server' = Abandoned(server, o)
    /\ UNCHANGED <<stage, left, request, worth, value, strays, carried, losses>>

--------------------------------------------------------------------------------

(* What left no trace anywhere might as well never have been: its name is a fresh id's. *)
Recycle(o) ==
    /\ Recycles
    /\ stage[o] \in {"gone", "released"} \/ (stage[o] = "over" /\ o \in server.marked)
    /\ strays[o] = {}
    /\ server.key # o
    /\ \A p \in Owners : carried[p] # o
    /\ stage' = [stage EXCEPT ![o] = "new"]
    /\ value' = [value EXCEPT ![o] = 0]
    /\ server' = [server EXCEPT
           !.marked = @ \ {o},
           !.latest = IF @ = o THEN None ELSE @,
           !.grants[o] = 0]
    /\ UNCHANGED <<left, request, worth, strays, carried, losses>>

Older(token) == IF ClockTokens THEN Max(token - 1, -Block) ELSE token

Tick ==
    LET over == {o \in Owners : stage[o] = "held" /\ left[o] = 1}
        expires == server.ttl = 1
        fades == server.life = 1
    IN /\ stage' = [o \in Owners |-> IF o \in over THEN "over" ELSE stage[o]]
       /\ left' = [o \in Owners |-> IF stage[o] = "waiting" /\ HandOverFrom = "arrival" THEN left[o] ELSE Less(left[o])]
       /\ request' = [o \in Owners |-> IF o \in over THEN "idle" ELSE request[o]]
       /\ worth' = [o \in Owners |-> IF o \in over THEN 0 ELSE IF FromRequest THEN Less(worth[o]) ELSE worth[o]]
       /\ strays' = [o \in Owners |-> strays[o] \cup IF o \in over THEN Astray(o, "renew") ELSE {}]
       /\ server' = [server EXCEPT
              !.key = IF expires THEN None ELSE @,
              !.ttl = Less(@),
              !.lapsed = @ \/ expires,
              !.silent = [o \in Owners |-> IF o \in Range(server.queue) /\ @[o] < Dead THEN @[o] + 1 ELSE @[o]],
              !.fence = IF fades THEN None ELSE IF @ = None THEN None ELSE Older(@),
              !.issued = Older(@),
              !.latest = IF fades THEN None ELSE @,
              !.life = Less(@)]
       /\ UNCHANGED <<value, carried, losses>>

(* A restart that loses all, at a time when the clock is past all that was issued. *)
Lose ==
    /\ losses < Losses
    /\ ClockTokens => server.issued < 0
    /\ server' = Empty @@ [server EXCEPT !.before = Each({})]
    /\ losses' = losses + 1
    /\ UNCHANGED <<stage, left, request, worth, value, strays, carried>>

Next ==
    \/ Tick
    \/ Lose
    \/ \E o \in Owners :
        \/ Join(o) \/ Poll(o) \/ Renew(o) \/ TakeWord(o) \/ Hear(o) \/ Miss(o) \/ GiveUp(o) \/ Release(o)
        \/ Execute(o) \/ ExecuteRelease(o) \/ ExecuteStray(o) \/ Abandon(o) \/ Recycle(o)

Spec == Init /\ [][Next]_vars

Alike == Permutations(Owners)

(* That something does happen: time passes, requests are executed, answers heard, and who waits polls in time, so that
   nobody falls silent. Messages may all be lost, and a holder need not release. *)
Prompt == \A o \in Owners : server.silent[o] < Dead

LivingSpec ==
    /\ Init
    /\ [][Next /\ Prompt']_vars
    /\ WF_vars(Tick /\ Prompt')
    /\ \A o \in Owners : WF_vars(Poll(o)) /\ WF_vars(Execute(o)) /\ WF_vars(Hear(o))

--------------------------------------------------------------------------------

(* No two leases are valid, each by its own count, at one moment. *)
OneHolder == Cardinality({o \in Owners : stage[o] = "held"}) <= 1

(* A lease ends by its holder's count before the server gives the lock to another. *)
DeadlineInTime == \A o \in Owners : stage[o] = "held" => Owns(server, o) /\ left[o] <= server.ttl

GrantedOnce == \A o \in Owners : server.grants[o] <= 1

(* No operation matches a value that was released or lost. *)
NoneRevived == ~server.revived

(* What was abandoned neither waits nor holds, whatever of it comes later. *)
AbandonedIsOut == \A o \in server.marked : server.key # o /\ o \notin Range(server.queue)

(* One who lives and joined earlier is not passed by, also not by a claim that its releaser brought along. *)
NoneOvertaken == ~server.overtaken

(* Who waits has a place, until it is granted the lock or abandoned; silent or not. *)
PlaceKept ==
    \A o \in Owners : stage[o] = "waiting" /\ server.grants[o] = 0 => o \in Range(server.queue)

(* A lock that is free is free because its lease ran out, and the next script mends that; or nobody who lives waits. *)
HandedOn == server.key = None /\ ~server.lapsed => Living(server) = <<>>

(* Who waits gets its turn, however many come after it. *)
Served == \A o \in Owners : stage[o] = "waiting" ~> stage[o] # "waiting"

(* Each token is above all that were issued before it. *)
TokensInOrder == ~server.backwards
==============================================================================
