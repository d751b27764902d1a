-- Fenced leases. One row a key, never deleted: the fence goes on counting for as long as the
-- database lives, so no old holder can become fresh again. Instants are integers, milliseconds.

-- name: lease_guard
-- Condition for other statements: the key is still held by this owner, under this fence, now.
-- Locks the row as it reads it, so nobody takes the lease between this look and the COMMIT.
EXISTS (
  SELECT 1 FROM job_leases
  WHERE job_leases.key = %(lease_key)s
    AND job_leases.owner_id = %(owner_id)s
    AND job_leases.fence = %(fence)s
    AND job_leases.expires_at > %(now_ms)s
  {lock no key update}
)

-- name: take_lease
-- Takes a free or expired lease; no row comes back while somebody holds it.
INSERT INTO job_leases (key, owner_id, fence, expires_at, updated_at)
VALUES (%(lease_key)s, %(owner_id)s, 1, %(expires_ms)s, %(now_ms)s)
ON CONFLICT (key) DO UPDATE
SET owner_id = excluded.owner_id,
    fence = job_leases.fence + 1,
    expires_at = excluded.expires_at,
    updated_at = excluded.updated_at
WHERE job_leases.expires_at <= excluded.updated_at
RETURNING fence

-- name: renew_lease
-- Lengthens a lease that is still held; an expired one is gone, even if nobody took it.
UPDATE job_leases
SET expires_at = %(expires_ms)s, updated_at = %(now_ms)s
WHERE key = %(lease_key)s
  AND owner_id = %(owner_id)s
  AND fence = %(fence)s
  AND expires_at > %(now_ms)s

-- name: release_lease
-- Ends a lease at once, by its own holder only; the next one may take it in the same millisecond.
UPDATE job_leases
SET expires_at = %(now_ms)s, updated_at = %(now_ms)s
WHERE key = %(lease_key)s
  AND owner_id = %(owner_id)s
  AND fence = %(fence)s
  AND expires_at > %(now_ms)s

-- name: held
-- Looks whether the lease still stands, to name the reason after a batch wrote nothing.
SELECT 1 WHERE {lease_guard}
