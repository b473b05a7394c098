-------------------------------- MODULE Tokens --------------------------------
(***************************************************************************)
(* The numbers: counters, floors, the two rounds, readers. Who holds the   *)
(* lock, and for how long, is in Exclusion.tla.                            *)
(*                                                                         *)
(* Here a key may expire at any moment, whatever its lease, and a client   *)
(* may count its answers at any later moment: so what is shown here        *)
(* depends on no lease at all. An expiry is not a step of its own: it      *)
(* shows in the next grant, which finds the node free, or in a second      *)
(* round that is not executed. An owner is one attempt under its own owner *)
(* id. A request is executed at any later moment or never; of the answers  *)
(* any majority may be those that were heard in time. An owner that gave   *)
(* up is one that does nothing more.                                       *)
(* Marks against late copies are left out, which makes more happen, not    *)
(* less. Healing is its write to the counter (Carry) alone.                *)
(*                                                                         *)
(* The clocks: at each moment the floors of all nodes are one of two       *)
(* neighbours, `period` and the next, and each reading of a clock may be   *)
(* either. That is what clocks that differ by less than a period can show, *)
(* and more: such a clock may also step back. Two whole periods are at     *)
(* least two steps of `period`; being over after exactly two is the worst  *)
(* case.                                                                   *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Nodes, Writers, Readers,  \* writers and readers are numbers, and begin in this order
    Skew,             \* 1: clocks differ by less than a period; 0: all are the same
    Block,            \* tokens per grant: the block of token t is t - Block + 1 .. t
    Period,           \* by how much the floor grows in one period
    Horizon,          \* the last period
    Overlap,          \* owners may begin before earlier ones are done
    Late,             \* requests may be executed after their owner is done
    Restarts,         \* how many restarts may happen; a restart forgets everything
    Quarantine,       \* periods after a restart without a vote
    Forgettings,      \* how many counters may expire
    Idle,             \* periods after which a counter that was not raised may expire
    SecondRound,      \* where the answers differ, a number is settled in a second round
    BlockAboveFloor,  \* the whole block is above the floor, not only its last number
    BoundedLead,      \* the second round, too, keeps the counter less than a period ahead of the floor
    WriteBack,        \* readers whose answers differ write their maximum back
    ReaderFloor       \* readers, too, are answered no less than the floor, which the node then keeps

VARIABLES
    period,
    counter,     \* node -> the last number of its last block; 0 if it forgot
    holders,     \* node -> owners whose keys it has, if they did not expire
    quarantine,  \* node -> periods until it may vote
    idle,        \* node -> periods since its counter was raised (not kept where counters do not expire)
    restarts, forgettings,
    stage,       \* owner -> new, first, second, done
    asked,       \* owner -> nodes where its first round may still be executed
    answer,      \* owner -> node -> the number answered; -1 if there is none
    token,       \* owner -> the number proposed or issued
    proposed,    \* owner -> nodes where its second round may still be executed
    accepted,    \* owner -> nodes that accepted, and said so
    afterWriter, \* owner -> the greatest token that writers had before it began
    afterReader  \* owner -> the greatest token that readers had before it began

vars == <<period, counter, holders, quarantine, idle, restarts, forgettings, stage, asked, answer, token, proposed,
          accepted, afterWriter, afterReader>>
faults == <<quarantine, restarts, forgettings>>
began == <<afterWriter, afterReader>>

Owners == Writers \cup Readers
Majority(set) == 2 * Cardinality(set) > Cardinality(Nodes)
Max(set) == CHOOSE x \in set : \A y \in set : y <= x
Nowhere == [n \in Nodes |-> 0]
Silence == [n \in Nodes |-> -1]
Issued(set) == {token[o] : o \in {p \in set : stage[p] = "done"}}

Init ==
    /\ period = 0
    /\ counter = Nowhere
    /\ holders = [n \in Nodes |-> {}]
    /\ quarantine = Nowhere
    /\ idle = Nowhere
    /\ restarts = 0
    /\ forgettings = 0
    /\ stage = [o \in Owners |-> "new"]
    /\ asked = [o \in Owners |-> {}]
    /\ answer = [o \in Owners |-> Silence]
    /\ token = [o \in Owners |-> 0]
    /\ proposed = [o \in Owners |-> {}]
    /\ accepted = [o \in Owners |-> {}]
    /\ afterWriter = [o \in Owners |-> 0]
    /\ afterReader = [o \in Owners |-> 0]

Floors == {(period + ahead) * Period : ahead \in 0..Skew}

Raise(n, to) ==
    /\ counter' = [counter EXCEPT ![n] = to]
    /\ idle' = IF to > counter[n] THEN [idle EXCEPT ![n] = 0] ELSE idle

--------------------------------------------------------------------------------
(* The first round *)

Ask(o) ==
    /\ stage[o] = "new"
    /\ \A p \in IF o \in Writers THEN Writers ELSE Readers : p < o => stage[p] # "new"
    /\ Overlap \/ \A p \in Owners : stage[p] \in {"new", "done"}
    /\ stage' = [stage EXCEPT ![o] = "first"]
    /\ asked' = [asked EXCEPT ![o] = Nodes]
    /\ afterWriter' = [afterWriter EXCEPT ![o] = Max({0} \cup Issued(Writers))]
    /\ afterReader' = [afterReader EXCEPT ![o] = Max({0} \cup Issued(Readers))]
    /\ UNCHANGED <<period, counter, holders, idle, answer, token, proposed, accepted, faults>>

Minted(n, floor) ==
    IF BlockAboveFloor THEN Max({counter[n], floor}) + Block ELSE Max({counter[n] + Block, floor})

Read(n, floor) == IF ReaderFloor THEN Max({counter[n], floor}) ELSE counter[n]

Grant(o, n) ==
    /\ n \in asked[o]
    /\ Late \/ stage[o] # "done"
    /\ asked' = [asked EXCEPT ![o] = @ \ {n}]
    /\ holders' = [holders EXCEPT ![n] = {o} \cup IF o \in Readers THEN @ \cap Readers ELSE {}]
    /\ \E floor \in Floors :
           LET number == IF o \in Writers THEN Minted(n, floor) ELSE Read(n, floor)
           IN /\ o \in Writers => number < floor + Period
              /\ Raise(n, number)
              /\ answer' = IF stage[o] = "first" /\ quarantine[n] = 0 THEN [answer EXCEPT ![o][n] = number] ELSE answer
    /\ UNCHANGED <<period, stage, token, proposed, accepted, faults, began>>

(* Those whose answers were heard *)
Heard(o) == {set \in SUBSET {n \in Nodes : answer[o][n] >= 0} : Majority(set)}
Highest(o, heard) == Max({answer[o][n] : n \in heard})

(* The numbers that need no second round: what a majority answered. *)
Settled(o, heard) ==
    IF (IF o \in Writers THEN SecondRound ELSE WriteBack)
    THEN {t \in {answer[o][n] : n \in heard} : Majority({n \in heard : answer[o][n] = t})}
    ELSE {Highest(o, heard)}

Done(o, number) ==
    /\ stage' = [stage EXCEPT ![o] = "done"]
    /\ token' = [token EXCEPT ![o] = number]
    /\ answer' = [answer EXCEPT ![o] = Silence]
    /\ accepted' = [accepted EXCEPT ![o] = {}]

Settle(o) ==
    /\ stage[o] = "first"
    /\ \E heard \in Heard(o) : \E number \in Settled(o, heard) : Done(o, number)
    /\ UNCHANGED <<period, counter, holders, idle, asked, proposed, faults, began>>

--------------------------------------------------------------------------------
(* The second round *)

Propose(o) ==
    /\ stage[o] = "first"
    /\ \E heard \in Heard(o) :
           /\ Settled(o, heard) = {}
           /\ token' = [token EXCEPT ![o] = Highest(o, heard) + IF o \in Writers THEN Block ELSE 0]
           /\ proposed' = [proposed EXCEPT ![o] = heard]
    /\ stage' = [stage EXCEPT ![o] = "second"]
    /\ answer' = [answer EXCEPT ![o] = Silence]
    /\ UNCHANGED <<period, counter, holders, idle, asked, accepted, faults, began>>

Accept(o, n) ==
    /\ n \in proposed[o]
    /\ Late \/ stage[o] # "done"
    /\ o \in holders[n]
    /\ o \in Writers => counter[n] < token[o]
    /\ o \in Writers /\ BoundedLead => \E floor \in Floors : token[o] < floor + Period
    /\ proposed' = [proposed EXCEPT ![o] = @ \ {n}]
    /\ Raise(n, Max({counter[n], token[o]}))
    /\ accepted' = IF stage[o] = "second" /\ quarantine[n] = 0 THEN [accepted EXCEPT ![o] = @ \cup {n}] ELSE accepted
    /\ UNCHANGED <<period, holders, stage, asked, answer, token, faults, began>>

Conclude(o) ==
    /\ stage[o] = "second"
    /\ Majority(accepted[o])
    /\ Done(o, token[o])
    /\ UNCHANGED <<period, counter, holders, idle, asked, proposed, faults, began>>

--------------------------------------------------------------------------------
(* What happens to nodes *)

(* A release, or a healing, brings the token. *)
Carry(o, n) ==
    /\ stage[o] = "done"
    /\ counter[n] < token[o]
    /\ Raise(n, token[o])
    /\ UNCHANGED <<period, holders, stage, asked, answer, token, proposed, accepted, faults, began>>

Restart(n) ==
    /\ restarts < Restarts
    /\ restarts' = restarts + 1
    /\ counter' = [counter EXCEPT ![n] = 0]
    /\ holders' = [holders EXCEPT ![n] = {}]
    /\ quarantine' = [quarantine EXCEPT ![n] = Quarantine]
    /\ UNCHANGED <<period, idle, forgettings, stage, asked, answer, token, proposed, accepted, began>>

Forget(n) ==
    /\ forgettings < Forgettings
    /\ counter[n] > 0
    /\ idle[n] = Idle
    /\ forgettings' = forgettings + 1
    /\ counter' = [counter EXCEPT ![n] = 0]
    /\ UNCHANGED <<period, holders, quarantine, idle, restarts, stage, asked, answer, token, proposed, accepted, began>>

Tick ==
    /\ period < Horizon
    /\ period' = period + 1
    /\ quarantine' = [n \in Nodes |-> IF quarantine[n] > 0 THEN quarantine[n] - 1 ELSE 0]
    /\ idle' = IF Forgettings > 0 THEN [n \in Nodes |-> IF idle[n] < Idle THEN idle[n] + 1 ELSE Idle] ELSE idle
    /\ UNCHANGED <<counter, holders, restarts, forgettings, stage, asked, answer, token, proposed, accepted, began>>

--------------------------------------------------------------------------------

Next ==
    \/ Tick
    \/ \E n \in Nodes : Restart(n) \/ Forget(n)
    \/ \E o \in Owners :
        \/ Ask(o) \/ Settle(o) \/ Propose(o) \/ Conclude(o)
        \/ \E n \in Nodes : Grant(o, n) \/ Accept(o, n) \/ Carry(o, n)

Spec == Init /\ [][Next]_vars

Alike == Permutations(Nodes)

IsDone(o) == stage[o] = "done"

(* No number of a block is in another. *)
Unique ==
    \A o, p \in Writers :
        IsDone(o) /\ IsDone(p) /\ o # p => token[o] <= token[p] - Block \/ token[p] <= token[o] - Block

(* A block is above all those that were issued before its owner began. *)
WritersInOrder == \A o \in Writers : IsDone(o) => token[o] - Block >= afterWriter[o]

(* A reader is not below an earlier writer, and a block is above all earlier readers. *)
ReadersInOrder ==
    /\ \A o \in Readers : IsDone(o) => token[o] >= afterWriter[o]
    /\ \A o \in Writers : IsDone(o) => token[o] - Block >= afterReader[o]

(* A majority knows of every issued token, has no vote, or is saved from going back by the floor. *)
Covered ==
    \A t \in Issued(Owners) :
        period * Period >= t \/ Majority({n \in Nodes : counter[n] >= t \/ quarantine[n] > 0})
==============================================================================
