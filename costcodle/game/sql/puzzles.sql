-- name: playable_puzzles
-- The puzzles of the open days and the one that a request names, newest first, each with the
-- number of the puzzle before it (0: none): all that a guess needs, in one read.
SELECT number, day, name, size, price_cents, price_note, price_as_of, source,
       image_key, image_width, image_height, image_state, card_key,
       (SELECT coalesce(max(earlier.number), 0) FROM puzzles AS earlier
        WHERE earlier.number < puzzles.number) AS previous
FROM puzzles
WHERE day BETWEEN %(first_day)s AND %(last_day)s OR number = %(named)s
ORDER BY number DESC
