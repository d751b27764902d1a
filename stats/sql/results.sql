-- Statements of stats.record. One text for both engines, but for the two that only PostgreSQL has.

-- name: record
-- Adds one result in the next free slot, if the puzzle is open, not full, and the session is new.
-- max() stands alone in a scalar subquery: as an aggregate of next_slot itself SQLite moves the
-- test against the cap into it and then reads all slots of the puzzle in place of the last.
INSERT INTO daily_results (puzzle_id, session_id, slot, outcome, guesses_used, created_at)
SELECT puzzles.number, %(session_id)s, next_slot.slot, %(outcome)s, %(guesses_used)s, %(now)s
FROM puzzles, (
    SELECT 1 + coalesce(
        (SELECT max(slot) FROM daily_results WHERE puzzle_id = %(puzzle)s), 0
    ) AS slot
) AS next_slot
WHERE puzzles.number = %(puzzle)s
  AND puzzles.day BETWEEN %(first_open_day)s AND %(last_open_day)s
  AND next_slot.slot <= %(slots)s
ON CONFLICT (puzzle_id, session_id) DO NOTHING
RETURNING slot

-- name: take_turn
-- PostgreSQL: waits for this writer's turn at the puzzle; `record` is the next statement, in the same
-- message. It takes its snapshot after the wait, so it sees the slot of whoever was before it. The
-- turn ends with the commit. It is not kept while the disk syncs: `sync` does that after. The
-- plan of `record` is kept, and by index: made in the morning, it must serve the 50,000th result.
SELECT
    pg_advisory_xact_lock(%(turn)s, %(puzzle)s),
    set_config('synchronous_commit', 'off', TRUE),
    set_config('plan_cache_mode', 'force_generic_plan', TRUE),
    set_config('enable_seqscan', 'off', TRUE)

-- name: sync
-- PostgreSQL, after the commit: writes a mark to the log and waits until all of the log up to it
-- is on disk.
SELECT pg_logical_emit_message(TRUE, 'daily_results', '')

-- name: why_not
-- Why `record` added nothing: the slot this session has, if any, and whether the puzzle is open.
SELECT
    (SELECT slot FROM daily_results WHERE puzzle_id = %(puzzle)s AND session_id = %(session_id)s),
    (SELECT count(*) FROM puzzles
     WHERE number = %(puzzle)s AND day BETWEEN %(first_open_day)s AND %(last_open_day)s)
