-- Which process runs a sweep. A process that dies, or is cut off, loses its leases when they end.
create table sweep_leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);
