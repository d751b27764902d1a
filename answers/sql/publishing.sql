-- The publication of answer pages. One text for SQLite and PostgreSQL; only the row locks differ.
--
-- The final batch is five statements in one transaction: write the page (or withdraw or restore
-- it), move the ledger item, raise the revision, write the log, read back. The first one repeats
-- in SQL all that was verified before; the others write only where its random token has landed.
-- Rows are locked in one order by everybody: lease, ledger item, puzzle, page, site, log.

-- name: due
-- Numbers of all puzzles whose page must be published or updated, oldest first. What is due is a
-- state, so a job that did not run at the instant finds it later all the same.
SELECT puzzles.number
FROM puzzles
LEFT JOIN publication_items ON publication_items.puzzle_id = puzzles.number
LEFT JOIN answer_posts ON answer_posts.puzzle_id = puzzles.number
WHERE puzzles.day <= %(last_over_day)s
  AND (
    publication_items.state IS NULL
    OR publication_items.state IN ('pending', 'processing')
    OR (publication_items.state = 'published' AND {page_is_behind})
  )
ORDER BY puzzles.number

-- name: page_is_behind
-- Condition: the page shows another version of the bank row, or lacks the photo that is ready.
(
  answer_posts.bank_version <> puzzles.version
  OR (puzzles.image_state = 'ready' AND NOT answer_posts.has_photo)
)

-- name: claim
-- Claims the ledger item of a due puzzle under the fence of the lease that the same transaction
-- has just taken. No row comes back where nothing is to be done (not over, up to date, withdrawn).
INSERT INTO publication_items
  (puzzle_id, state, fence, attempts, last_error, reason, updated_at)
SELECT puzzles.number, 'processing', job_leases.fence, 1, '', '', %(now)s
FROM puzzles
JOIN job_leases ON {just_taken}
WHERE puzzles.number = %(puzzle)s
  AND puzzles.day <= %(last_over_day)s
ON CONFLICT (puzzle_id) DO UPDATE
SET state = 'processing',
    fence = excluded.fence,
    attempts = publication_items.attempts + 1,
    updated_at = excluded.updated_at
WHERE publication_items.state IN ('pending', 'processing')
   OR (
     publication_items.state = 'published'
     AND EXISTS (
       SELECT 1 FROM puzzles
       JOIN answer_posts ON answer_posts.puzzle_id = puzzles.number
       WHERE puzzles.number = %(puzzle)s AND {page_is_behind}
     )
   )
RETURNING fence

-- name: just_taken
-- Condition: the lease that the statement before this one, in the same transaction, has taken.
(
  job_leases.key = %(lease_key)s
  AND job_leases.owner_id = %(owner_id)s
  AND job_leases.expires_at = %(expires_ms)s
)

-- name: claim_to_withdraw
-- Fence and attempts only: the state moves in the final batch.
INSERT INTO publication_items
  (puzzle_id, state, fence, attempts, last_error, reason, updated_at)
SELECT puzzles.number, 'pending', job_leases.fence, 1, '', '', %(now)s
FROM puzzles
JOIN job_leases ON {just_taken}
WHERE puzzles.number = %(puzzle)s
ON CONFLICT (puzzle_id) DO UPDATE
SET fence = excluded.fence,
    attempts = publication_items.attempts + 1,
    updated_at = excluded.updated_at
RETURNING fence

-- name: claim_to_restore
-- Only of what is withdrawn; else no row comes back and nothing is left behind. Fence and attempts
-- only: with the state moved too, a restore that dies would be finished by the next publish.
UPDATE publication_items
SET fence = (SELECT job_leases.fence FROM job_leases WHERE {just_taken}),
    attempts = attempts + 1,
    updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND state = 'withdrawn'
  AND EXISTS (SELECT 1 FROM job_leases WHERE {just_taken})
RETURNING fence

-- name: read
-- The read batch: puzzle, ledger item and page of one number, as one row.
SELECT
  puzzles.number, puzzles.day, puzzles.name, puzzles.size, puzzles.price_cents, puzzles.price_note,
  puzzles.price_as_of, puzzles.source, puzzles.description,
  puzzles.image_key, puzzles.image_width, puzzles.image_height,
  puzzles.image_state, puzzles.version,
  publication_items.state,
  answer_posts.content_version, answer_posts.bank_version,
  answer_posts.indexable, answer_posts.has_photo, answer_posts.card_key,
  answer_posts.puzzle_id, answer_posts.day, answer_posts.name, answer_posts.size, answer_posts.price_cents,
  answer_posts.price_note, answer_posts.price_as_of, answer_posts.source,
  answer_posts.description,
  answer_posts.image_key, answer_posts.image_width, answer_posts.image_height
FROM puzzles
LEFT JOIN publication_items ON publication_items.puzzle_id = puzzles.number
LEFT JOIN answer_posts ON answer_posts.puzzle_id = puzzles.number
WHERE puzzles.number = %(puzzle)s

-- name: item_guard
-- Condition: the ledger item is still in the state that was read, under this claim's fence.
EXISTS (
  SELECT 1 FROM publication_items
  WHERE publication_items.puzzle_id = %(puzzle)s
    AND publication_items.state = %(item_state)s
    AND publication_items.fence = %(fence)s
  {lock no key update}
)

-- name: bank_guard
-- Condition: the bank row is the version that was read, its photo is as ready as it was, and its
-- day is over. Locked against edits, not against the foreign-key checks of players' results.
EXISTS (
  SELECT 1 FROM puzzles
  WHERE puzzles.number = %(puzzle)s
    AND puzzles.version = %(bank_version)s
    AND (puzzles.image_state = 'ready') = %(photo_ready)s
    AND puzzles.day <= %(last_over_day)s
  {lock share}
)

-- name: expected_page_guard
-- Condition: the page is the version that was read; 0 means that there was none. Without it an
-- update whose page has vanished would insert a new one.
(
  %(content_version)s = 0
  OR EXISTS (
    SELECT 1 FROM answer_posts
    WHERE answer_posts.puzzle_id = %(puzzle)s
      AND answer_posts.content_version = %(content_version)s
  )
)

-- name: write_page
-- Statement 1 of publish and update: writes the page where everything still is as it was read.
-- One-way rules: what search engines may list stays listed, a page with its photo keeps a photo.
INSERT INTO answer_posts (
  puzzle_id, day, name, size, price_cents, price_note, price_as_of, source, description,
  image_key, image_width, image_height, card_key,
  content_version, bank_version, indexable, has_photo,
  commit_token, withdrawn_at, published_at, updated_at
)
SELECT
  %(puzzle)s, %(day)s, %(name)s, %(size)s, %(price_cents)s, %(price_note)s, %(price_as_of)s,
  %(source)s, %(description)s,
  %(image_key)s, %(image_width)s, %(image_height)s, %(card_key)s,
  1, %(bank_version)s, %(indexable)s, %(has_photo)s,
  %(token)s, NULL, %(now)s, %(now)s
WHERE {lease_guard}
  AND {item_guard}
  AND {bank_guard}
  AND {expected_page_guard}
ON CONFLICT (puzzle_id) DO UPDATE
SET day = excluded.day,
    name = excluded.name,
    size = excluded.size,
    price_cents = excluded.price_cents,
    price_note = excluded.price_note,
    price_as_of = excluded.price_as_of,
    source = excluded.source,
    description = excluded.description,
    image_key = excluded.image_key,
    image_width = excluded.image_width,
    image_height = excluded.image_height,
    card_key = excluded.card_key,
    content_version = answer_posts.content_version + 1,
    bank_version = excluded.bank_version,
    indexable = excluded.indexable,
    has_photo = excluded.has_photo,
    commit_token = excluded.commit_token,
    updated_at = excluded.updated_at
WHERE answer_posts.content_version = %(content_version)s
  AND answer_posts.withdrawn_at IS NULL
  AND (excluded.indexable OR NOT answer_posts.indexable)
  AND (excluded.has_photo OR NOT answer_posts.has_photo)

-- name: withdraw_page
-- Statement 1 of withdraw: the page answers 410 from the commit on.
UPDATE answer_posts
SET withdrawn_at = %(now)s,
    content_version = content_version + 1,
    commit_token = %(token)s,
    updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND content_version = %(content_version)s
  AND withdrawn_at IS NULL
  AND {lease_guard}
  AND {item_guard}

-- name: restore_page
-- Statement 1 of restore: the page answers 200 again, as it was.
UPDATE answer_posts
SET withdrawn_at = NULL,
    content_version = content_version + 1,
    commit_token = %(token)s,
    updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND content_version = %(content_version)s
  AND withdrawn_at IS NOT NULL
  AND {lease_guard}
  AND {item_guard}

-- name: landed
-- Condition: statement 1 of this very attempt has written the page.
EXISTS (
  SELECT 1 FROM answer_posts
  WHERE answer_posts.puzzle_id = %(puzzle)s AND answer_posts.commit_token = %(token)s
)

-- name: move_item
-- Statement 2: the ledger item reaches its new state, where the token landed and it is still ours.
UPDATE publication_items
SET state = %(new_state)s, last_error = '', reason = %(reason)s, updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND state = %(item_state)s
  AND fence = %(fence)s
  AND {landed}

-- name: raise_revision
-- Statement 3: the one hot row of the site, so it comes as late as possible.
UPDATE site_state
SET publication_revision = publication_revision + 1, commit_token = %(token)s
WHERE id = 1 AND {landed}

-- name: write_log
-- Statement 4: the new revision is the row's key; page and site must both carry the token.
INSERT INTO publication_log (
  revision, puzzle_id, action, content_version, fence, owner_id, commit_token, reason, created_at
)
SELECT
  site_state.publication_revision, answer_posts.puzzle_id, %(action)s,
  answer_posts.content_version, %(fence)s, %(owner_id)s, %(token)s, %(reason)s, %(now)s
FROM site_state
JOIN answer_posts ON answer_posts.commit_token = site_state.commit_token
WHERE site_state.id = 1
  AND site_state.commit_token = %(token)s
  AND answer_posts.puzzle_id = %(puzzle)s

-- name: read_back
-- Statement 5: what the batch made, only where all four tables agree on it.
SELECT publication_log.revision, publication_log.content_version
FROM site_state
JOIN publication_log ON publication_log.revision = site_state.publication_revision
JOIN answer_posts
  ON answer_posts.puzzle_id = publication_log.puzzle_id
  AND answer_posts.content_version = publication_log.content_version
JOIN publication_items ON publication_items.puzzle_id = publication_log.puzzle_id
WHERE site_state.id = 1
  AND site_state.commit_token = %(token)s
  AND publication_log.commit_token = %(token)s
  AND answer_posts.commit_token = %(token)s
  AND publication_log.puzzle_id = %(puzzle)s
  AND publication_items.state = %(new_state)s

-- name: settle_item
-- Nothing public would change: the claimed item goes back to published.
UPDATE publication_items
SET state = 'published', last_error = '', updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND state = 'processing'
  AND fence = %(fence)s
  AND {lease_guard}

-- name: settle_page
-- Nothing public would change: the page notes the bank version that it was compared with.
UPDATE answer_posts
SET bank_version = %(bank_version)s
WHERE puzzle_id = %(puzzle)s
  AND content_version = %(content_version)s
  AND EXISTS (
    SELECT 1 FROM publication_items
    WHERE publication_items.puzzle_id = %(puzzle)s
      AND publication_items.state = 'published'
      AND publication_items.fence = %(fence)s
  )

-- name: move_item_without_page
-- Withdraws a puzzle before it was ever published, or lets it be published after all: nothing
-- public changes, so no revision.
UPDATE publication_items
SET state = %(new_state)s, last_error = '', reason = %(reason)s, updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND state = %(item_state)s
  AND fence = %(fence)s
  AND NOT EXISTS (SELECT 1 FROM answer_posts WHERE answer_posts.puzzle_id = %(puzzle)s)
  AND {lease_guard}

-- name: note_error
-- Keeps the reason of a failure on the ledger item, for people, while the claim is still ours.
UPDATE publication_items
SET last_error = %(error)s, updated_at = %(now)s
WHERE puzzle_id = %(puzzle)s
  AND fence = %(fence)s
  AND {lease_guard}

-- name: no_wait
-- PostgreSQL: COMMIT of this transaction returns before the disk has it (docs/adr/0008).
SELECT set_config('synchronous_commit', 'off', TRUE)

-- name: allow_waiting
-- PostgreSQL: in this transaction a statement may wait longer than the publisher's own limits.
SELECT
  set_config('lock_timeout', %(milliseconds)s, TRUE),
  set_config('statement_timeout', %(milliseconds)s, TRUE)

-- name: wait_for_item
-- Waits until a transaction whose COMMIT got no answer has ended, whichever way.
SELECT 1 FROM publication_items WHERE puzzle_id = %(puzzle)s {lock no key update}

-- name: find_token
-- Whether an attempt has landed: the log is the truth.
SELECT revision, content_version FROM publication_log WHERE commit_token = %(token)s

-- name: revision
-- The site's revision, for the summary.
SELECT publication_revision FROM site_state WHERE id = 1
