-- Erased users whose name, address and phone are to be taken out of kept events.
create table event_erasures (
  user_id uuid primary key,
  -- Events that still have deliveries to make; null until they were looked for.
  event_ids uuid[],
  due_at timestamptz not null default now()
);
create index event_erasures_due on event_erasures (due_at);
