-- After each migration, as the owner of the tables; safe to run again:
--   psql -U costcodle -d costcodle -f deploy/postgresql/grants.sql
--
-- Only the publisher writes what is public (pages, log, revision) and what guards it (ledger,
-- leases). SQL slipped into the web's queries can then neither publish an answer early nor rewrite
-- history; code run in the web process can, since it holds PUBLISHER_DATABASE_URL for the admin.

\set ON_ERROR_STOP on
BEGIN;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM costcodle_web, costcodle_publisher;
REVOKE UPDATE (image_error) ON puzzles FROM costcodle_publisher;

-- The web reads everything …
GRANT SELECT ON ALL TABLES IN SCHEMA public TO costcodle_web;
-- … edits the bank, adds results of games, never changes one …
GRANT INSERT, UPDATE, DELETE ON puzzles TO costcodle_web;
GRANT INSERT ON daily_results TO costcodle_web;
-- … and keeps the admin's users, sessions, history, login attempts and one-time codes.
GRANT INSERT, UPDATE, DELETE ON
  auth_user, auth_group, auth_user_groups, auth_user_user_permissions, auth_group_permissions,
  django_session, otp_totp_totpdevice,
  axes_accessattempt, axes_accessattemptexpiration, axes_accessfailurelog, axes_accesslog
  TO costcodle_web;
-- DELETE goes with a deleted user; nobody rewrites an entry.
GRANT INSERT, DELETE ON django_admin_log TO costcodle_web;

GRANT SELECT ON puzzles, publication_items, answer_posts, publication_log, site_state, job_leases
  TO costcodle_publisher;
GRANT INSERT, UPDATE ON publication_items, answer_posts, job_leases TO costcodle_publisher;
GRANT INSERT ON publication_log TO costcodle_publisher;
GRANT UPDATE ON site_state TO costcodle_publisher;
-- The publisher never writes the bank, but locks its rows (FOR SHARE), for which PostgreSQL asks
-- the right to update at least one column: the one that no page shows.
GRANT UPDATE (image_error) ON puzzles TO costcodle_publisher;
COMMIT;
