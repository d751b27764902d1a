-- Once for each installation, as a superuser: psql -f deploy/postgresql/roles.sql
-- Then give each role a password (\password costcodle_web), migrate as the owner and run grants.sql.
--
--   costcodle            owns the tables and runs the migrations; no process of the site uses it
--   costcodle_web        DATABASE_URL: serves the site and the admin, edits the bank
--   costcodle_publisher  PUBLISHER_DATABASE_URL: publish, withdraw, restore

CREATE ROLE costcodle LOGIN;
CREATE ROLE costcodle_web LOGIN;
CREATE ROLE costcodle_publisher LOGIN;

CREATE DATABASE costcodle OWNER costcodle ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE costcodle FROM PUBLIC;
GRANT CONNECT ON DATABASE costcodle TO costcodle_web, costcodle_publisher;

\connect costcodle
-- Before PostgreSQL 15 everyone may create tables here.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO costcodle;
