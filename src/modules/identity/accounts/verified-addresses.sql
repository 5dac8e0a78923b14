-- A trigger sets the time at which an address was confirmed, because several statements confirm one.

create or replace function note_verified_address() returns trigger
  language plpgsql set search_path from current as $$
begin
  if not new.is_verified then
    new.verified_at := null;
  elsif tg_op = 'INSERT' or not old.is_verified or new.email_key is distinct from old.email_key then
    new.verified_at := now();
  end if;
  return new;
end $$;

create or replace trigger users_verified_address before insert or update of is_verified, email_key on users
  for each row execute function note_verified_address();
