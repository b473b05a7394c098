------------------------------ MODULE Exclusion ------------------------------
(***************************************************************************)
(* Who holds the lock: leases, restarts, renewal and healing on a quorum.  *)
(* Tokens are in Tokens.tla.                                               *)
(*                                                                         *)
(* Time is a number of ticks to go, not a date, so it has no end; nor have *)
(* attempts, restarts and renewals. Clocks run at one speed: the allowance *)
(* for drift is taken off every lease, and what is left of it is modelled. *)
(*                                                                         *)
(* A request may be executed at any later moment or never, its answer may  *)
(* be lost, and the client may count it at any later moment.               *)
(*                                                                         *)
(* What an owner that is over (released, lost, given up) leaves behind, be *)
(* it a key or a late copy of its acquire or healing, can only keep a node *)
(* busy. A busy node is one that does not grant yet, and here nothing ever *)
(* has to happen: so all of it is dropped at once, and that owner's place  *)
(* is taken by the next attempt, under its fresh owner id. Left out: a     *)
(* late copy of a renewal, which could only lengthen its own owner's key.  *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Nodes, Owners, None,
    Lease,             \* ticks; every owner asks for the longest that is allowed
    Quarantine,        \* ticks after a restart without a vote
    Restarts,          \* nodes may restart, and forget everything
    Vanishings,        \* keys may vanish without a restart (eviction, an operator's DEL)
    ConfiguredQuorum,  \* a majority is one of all nodes, not of those that can be reached
    ProvenOnly,        \* an answer counts only if a handshake since the last reconnect proved the node's uptime
    HealByMajority,    \* a node is healed only after a majority carried the key in that round
    Probation          \* a node that took the key later than the others has no vote in renewals until they were
                       \* a majority once more

VARIABLES
    key,         \* node -> owner whose key it has, or None
    ttl,         \* node -> ticks until that key expires
    quarantine,  \* node -> ticks until a handshake lets it vote
    unproven,    \* owner -> nodes whose restart its connections slept through, which only matters if ~ProvenOnly
    stage,       \* owner -> new, asking, held
    left,        \* owner -> ticks of validity by its own count, from before the round was sent
    asked,       \* owner -> nodes where its acquire may still be executed
    votes,       \* owner -> nodes that granted, or that carried the key in the renewal under way
    round,       \* owner -> ticks of validity that the renewal under way will have given; 0 if there is none
    renewing,    \* owner -> nodes where that renewal may still be executed
    healing,     \* owner -> nodes where a healing may still be executed
    fresh,       \* owner -> nodes on probation
    tried,       \* owner -> those of them that had answered before the round began
    latest,      \* the owner that was granted last; None if that one is over, or if keys do not vanish
    outdated,    \* owner -> whether the renewal under way began after a later lease had been granted
    revived      \* whether such a renewal succeeded

vars == <<key, ttl, quarantine, unproven, stage, left, asked, votes, round, renewing, healing, fresh, tried, latest,
          outdated, revived>>
faults == <<quarantine, unproven>>
renewals == <<round, renewing, healing, fresh, tried, outdated>>

Majority(set) ==
    IF ConfiguredQuorum
    THEN 2 * Cardinality(set) > Cardinality(Nodes)
    ELSE \E reachable \in SUBSET Nodes : 2 * Cardinality(set \cap reachable) > Cardinality(reachable)

Nothing == [o \in Owners |-> {}]

Init ==
    /\ key = [n \in Nodes |-> None]
    /\ ttl = [n \in Nodes |-> 0]
    /\ quarantine = [n \in Nodes |-> 0]
    /\ unproven = Nothing
    /\ stage = [o \in Owners |-> "new"]
    /\ left = [o \in Owners |-> 0]
    /\ asked = Nothing
    /\ votes = Nothing
    /\ round = [o \in Owners |-> 0]
    /\ renewing = Nothing
    /\ healing = Nothing
    /\ fresh = Nothing
    /\ tried = Nothing
    /\ latest = None
    /\ outdated = [o \in Owners |-> FALSE]
    /\ revived = FALSE

(* The votes after an answer. To have heard it makes only more possible, except that a node that was not heard is healed:
   Renewed chooses. The handshake is made as soon as it can succeed. *)
Heard(o, n) == IF quarantine[n] = 0 \/ n \in unproven[o] THEN [votes EXCEPT ![o] = @ \cup {n}] ELSE votes

Put(o, n) ==
    /\ key' = [key EXCEPT ![n] = o]
    /\ ttl' = [ttl EXCEPT ![n] = Lease]

--------------------------------------------------------------------------------
(* Acquiring *)

Ask(o) ==
    /\ stage[o] = "new"
    /\ stage' = [stage EXCEPT ![o] = "asking"]
    /\ left' = [left EXCEPT ![o] = Lease]
    /\ asked' = [asked EXCEPT ![o] = Nodes]
    /\ UNCHANGED <<key, ttl, votes, faults, renewals, latest, revived>>

Grant(o, n) ==
    /\ n \in asked[o]
    /\ key[n] = None
    /\ Put(o, n)
    /\ asked' = [asked EXCEPT ![o] = @ \ {n}]
    /\ votes' = IF stage[o] = "asking" THEN Heard(o, n) ELSE votes
    /\ UNCHANGED <<stage, left, faults, renewals, latest, revived>>

Hold(o) ==
    /\ stage[o] = "asking"
    /\ Majority(votes[o])
    /\ stage' = [stage EXCEPT ![o] = "held"]
    /\ votes' = [votes EXCEPT ![o] = {}]
    /\ fresh' = IF Probation THEN [fresh EXCEPT ![o] = Nodes \ votes[o]] ELSE fresh
    /\ latest' = IF Vanishings THEN o ELSE None
    /\ UNCHANGED <<key, ttl, left, asked, faults, round, renewing, healing, tried, outdated, revived>>

--------------------------------------------------------------------------------
(* Renewing and healing *)

StartRenewal(o) ==
    /\ stage[o] = "held"
    /\ left[o] < Lease  \* sooner it would change nothing
    /\ round[o] < Lease
    /\ round' = [round EXCEPT ![o] = Lease]
    /\ renewing' = [renewing EXCEPT ![o] = Nodes]
    /\ votes' = [votes EXCEPT ![o] = {}]
    /\ tried' = [tried EXCEPT ![o] = fresh[o] \ (healing[o] \cup asked[o])]
    /\ outdated' = [outdated EXCEPT ![o] = Vanishings /\ latest # o]
    /\ UNCHANGED <<key, ttl, stage, left, asked, healing, fresh, faults, latest, revived>>

Renew(o, n) ==
    /\ n \in renewing[o]
    /\ key[n] = o \/ (~HealByMajority /\ key[n] = None)
    /\ Put(o, n)
    /\ renewing' = [renewing EXCEPT ![o] = @ \ {n}]
    /\ votes' = Heard(o, n)
    /\ UNCHANGED <<stage, left, asked, round, healing, fresh, tried, faults, latest, outdated, revived>>

(* Only while the lease is still valid, since what is lost stays lost: Tick sees to it. *)
Renewed(o) ==
    /\ round[o] > 0
    /\ \E heard \in SUBSET votes[o] :
           /\ Majority(heard \ fresh[o])
           /\ healing' = [healing EXCEPT ![o] = Nodes \ heard]
           /\ fresh' =
                  IF Probation THEN [fresh EXCEPT ![o] = (@ \ (tried[o] \cap heard)) \cup (Nodes \ heard)] ELSE fresh
    /\ left' = [left EXCEPT ![o] = round[o]]
    /\ round' = [round EXCEPT ![o] = 0]
    /\ renewing' = [renewing EXCEPT ![o] = {}]
    /\ votes' = [votes EXCEPT ![o] = {}]
    /\ tried' = [tried EXCEPT ![o] = {}]
    /\ outdated' = [outdated EXCEPT ![o] = FALSE]
    /\ revived' = (revived \/ outdated[o])
    /\ UNCHANGED <<key, ttl, stage, asked, faults, latest>>

(* May come long after the round. *)
Heal(o, n) ==
    /\ n \in healing[o]
    /\ key[n] = None
    /\ Put(o, n)
    /\ healing' = [healing EXCEPT ![o] = @ \ {n}]
    /\ UNCHANGED <<stage, left, asked, votes, round, renewing, fresh, tried, faults, latest, outdated, revived>>

--------------------------------------------------------------------------------
(* Ends *)

Without(over, of) == [o \in Owners |-> IF o \in over THEN {} ELSE of[o]]

Over(over, keys) ==
    /\ key' = [n \in Nodes |-> IF keys[n] \in over THEN None ELSE keys[n]]
    /\ stage' = [o \in Owners |-> IF o \in over THEN "new" ELSE stage[o]]
    /\ asked' = Without(over, asked)
    /\ votes' = Without(over, votes)
    /\ renewing' = Without(over, renewing)
    /\ healing' = Without(over, healing)
    /\ fresh' = Without(over, fresh)
    /\ tried' = Without(over, tried)
    /\ unproven' = Without(over, unproven)
    /\ outdated' = [o \in Owners |-> o \notin over /\ outdated[o]]
    /\ latest' = IF latest \in over THEN None ELSE latest

(* An attempt that gives up is one that does nothing more until its time is over. *)
Release(o) ==
    /\ stage[o] = "held"
    /\ Over({o}, key)
    /\ ttl' = [n \in Nodes |-> IF key[n] = o THEN 0 ELSE ttl[n]]
    /\ left' = [left EXCEPT ![o] = 0]
    /\ round' = [round EXCEPT ![o] = 0]
    /\ UNCHANGED <<quarantine, revived>>

Less(x) == IF x > 0 THEN x - 1 ELSE 0

Tick ==
    LET over == {o \in Owners : left[o] = 1}
        keys == [n \in Nodes |-> IF ttl[n] <= 1 THEN None ELSE key[n]]
    IN /\ Over(over, keys)
       /\ ttl' = [n \in Nodes |-> IF keys[n] \in over \cup {None} THEN 0 ELSE ttl[n] - 1]
       /\ quarantine' = [n \in Nodes |-> Less(quarantine[n])]
       /\ left' = [o \in Owners |-> Less(left[o])]
       /\ round' = [o \in Owners |-> IF o \in over THEN 0 ELSE Less(round[o])]
       /\ UNCHANGED revived

--------------------------------------------------------------------------------
(* Faults *)

Restart(n) ==
    /\ Restarts
    /\ key[n] # None \/ quarantine[n] < Quarantine  \* else nothing changes
    /\ key' = [key EXCEPT ![n] = None]
    /\ ttl' = [ttl EXCEPT ![n] = 0]
    /\ quarantine' = [quarantine EXCEPT ![n] = Quarantine]
    /\ unproven' =
           IF ProvenOnly THEN unproven
           ELSE [o \in Owners |-> IF stage[o] = "new" THEN {} ELSE unproven[o] \cup {n}]
    /\ UNCHANGED <<stage, left, asked, votes, renewals, latest, revived>>

Vanish(n) ==
    /\ Vanishings
    /\ \E o \in Owners : key[n] = o /\ stage[o] = "held"
    /\ key' = [key EXCEPT ![n] = None]
    /\ ttl' = [ttl EXCEPT ![n] = 0]
    /\ UNCHANGED <<faults, stage, left, asked, votes, renewals, latest, revived>>

--------------------------------------------------------------------------------

Next ==
    \/ Tick
    \/ \E n \in Nodes : Restart(n) \/ Vanish(n)
    \/ \E o \in Owners :
        \/ Ask(o) \/ Hold(o) \/ StartRenewal(o) \/ Renewed(o) \/ Release(o)
        \/ \E n \in Nodes : Grant(o, n) \/ Renew(o, n) \/ Heal(o, n)

Spec == Init /\ [][Next]_vars

Alike == Permutations(Nodes) \cup Permutations(Owners)

(* No two leases are valid, each by its own count, at one moment. *)
OneHolder == Cardinality({o \in Owners : stage[o] = "held"}) <= 1

(* No renewal that began after a later lease had been granted succeeds: its token would be stale. *)
NoneRevived == ~revived
==============================================================================
