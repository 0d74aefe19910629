-- Makes the role and the database that Sightline works in; psql runs it once, when the volume is made. The role owns that
-- database and has no right beyond it.
\getenv password SIGHTLINE_DATABASE_PASSWORD
CREATE ROLE sightline LOGIN PASSWORD :'password';
CREATE DATABASE sightline OWNER sightline;
REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;
