-- name: lock_bank
-- One load or creation at a time: two of them would insert the same numbers. Row locks can't do
-- it, since the rows are not there yet. PostgreSQL only; SQLite has one writer anyway.
SELECT pg_advisory_xact_lock(hashtext('costcodle.bank'))
