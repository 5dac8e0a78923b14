-- Runs once, when PostgreSQL makes its cluster: docs/operations/run.md, "Roles of the database".
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
create role commerce_owner login password :'owner_password';
create role commerce login password :'password';
grant pg_read_all_stats to commerce;
create database commerce owner commerce_owner encoding 'UTF8' template template0;
