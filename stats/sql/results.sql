-- Statements of stats.record. One text for both engines, but for `record_in_turn`.

-- name: record
-- Adds one result in the next free slot, if the puzzle is open, not full, and the session is new.
INSERT INTO daily_results (puzzle_id, session_id, slot, outcome, guesses_used, created_at)
SELECT puzzles.number, %(session_id)s, next_slot.slot, %(outcome)s, %(guesses_used)s, %(now)s
FROM puzzles, (
    SELECT coalesce(max(slot), 0) + 1 AS slot FROM daily_results WHERE puzzle_id = %(puzzle)s
) AS next_slot
WHERE puzzles.number = %(puzzle)s
  AND puzzles.day BETWEEN %(first_open_day)s AND %(last_open_day)s
  AND next_slot.slot <= %(slots)s
ON CONFLICT (puzzle_id, session_id) DO NOTHING
RETURNING slot

-- name: record_in_turn
-- PostgreSQL: waits for its turn at this puzzle, then records. Two statements in one message, so
-- that the second takes its snapshot after the wait and sees the slot of whoever was before it.
SELECT pg_advisory_xact_lock(%(turn)s, %(puzzle)s);
{record}

-- name: why_not
-- Why `record` added nothing: the slot this session has, if any, and whether the puzzle is open.
SELECT
    (SELECT slot FROM daily_results WHERE puzzle_id = %(puzzle)s AND session_id = %(session_id)s),
    (SELECT count(*) FROM puzzles
     WHERE number = %(puzzle)s AND day BETWEEN %(first_open_day)s AND %(last_open_day)s)
