-- One mailbox is one account (docs/decisions/0063): keys of addresses have the domain in readable letters, and nothing
-- that is not seen. Where two accounts are one mailbox both stay as they are, and sign in as they were typed.

-- A label behind `xn--` (RFC 3492); null if it is none.
create function pg_temp.decode_label(encoded text) returns text language plpgsql as $$
declare
  output integer[] := array(select ascii(letter) from regexp_split_to_table(
    case when strpos(encoded, '-') > 0 then left(encoded, -strpos(reverse(encoded), '-')) else '' end, '') letter
    where letter <> '');
  rest text := case
    when strpos(encoded, '-') > 0 then right(encoded, strpos(reverse(encoded), '-') - 1) else encoded end;
  code bigint := 128;
  place bigint := 0;
  bias bigint := 72;
  position integer := 1;
  before bigint;
  weight bigint;
  step bigint;
  threshold bigint;
  digit integer;
  size integer;
begin
  while position <= length(rest) loop
    before := place;
    weight := 1;
    step := 36;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(rest, position, 1)) - 1;
      if digit < 0 or position > length(rest) then return null; end if;
      position := position + 1;
      place := place + digit * weight;
      threshold := least(greatest(step - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
      if weight > 1000000000 then return null; end if;
    end loop;
    size := cardinality(output) + 1;
    bias := case when before = 0 then (place - before) / 700 else (place - before) / 2 end;
    bias := bias + bias / size;
    step := 0;
    while bias > 455 loop
      bias := bias / 35;
      step := step + 36;
    end loop;
    bias := step + 36 * bias / (bias + 38);
    code := code + place / size;
    place := place % size;
    if code > 1114111 or code between 55296 and 57343 then return null; end if;
    output := output[:place] || code::integer || output[place + 1:];
    place := place + 1;
  end loop;
  return (select string_agg(chr(letter), '' order by at) from unnest(output) with ordinality as one (letter, at));
end $$;

create function pg_temp.without_invisible(text text) returns text language sql immutable return
  regexp_replace(text, U&'[\00ad\061c\180e\200b-\200f\202a-\202e\2060-\206f\fe00-\fe0f\feff]', '', 'g');

create function pg_temp.mailbox_key(key text) returns text language sql immutable return (
  select regexp_replace(plain, '[^@]*$', '') || string_agg(
           case when label like 'xn--%' then coalesce(normalize(pg_temp.decode_label(substr(label, 5)), nfc), label)
                else label end, '.' order by at)
    from pg_temp.without_invisible(key) plain,
         regexp_split_to_table(substring(plain from '[^@]*$'), '\.') with ordinality as part (label, at)
   group by plain);

create function pg_temp.is_old(key text) returns boolean language sql immutable return
  key like '%xn--%' or key <> pg_temp.without_invisible(key);

create temporary table moved on commit drop as
select distinct on (key) id, key, verified_at
  from (select id, pg_temp.mailbox_key(email_key) as key, email_key, verified_at, created_at
          from users where email_key is not null and pg_temp.is_old(email_key)) account
 where key <> email_key and not exists (select from users other where other.email_key = account.key)
 order by key, created_at, id;

update users
   set email_key = moved.key,
       email = regexp_replace(pg_temp.without_invisible(email), '[^@]*$', substring(moved.key from '[^@]*$'))
  from moved where users.id = moved.id;
-- The trigger took it for another address.
update users set verified_at = moved.verified_at from moved where users.id = moved.id;

update customers set email_key = moved.key from moved where customers.user_id = moved.id;
update customers set email_key = pg_temp.mailbox_key(customers.email_key)
  from users where users.id = customers.user_id and users.is_guest and pg_temp.is_old(customers.email_key);

-- What was sent to an address that two accounts have stays good for the one that has it as it was.
update mail_tokens set email_key = pg_temp.mailbox_key(email_key)
 where pg_temp.is_old(email_key)
   and not exists (select from users where users.id = mail_tokens.user_id and users.email_key = mail_tokens.email_key);
update pending_emails set email_key = pg_temp.mailbox_key(email_key) where pg_temp.is_old(email_key);
update former_emails set email_key = pg_temp.mailbox_key(email_key)
 where pg_temp.is_old(email_key)
   and not exists (select from former_emails other
                    where other.user_id = former_emails.user_id and other.id <> former_emails.id
                      and pg_temp.mailbox_key(other.email_key) = pg_temp.mailbox_key(former_emails.email_key));
update invitations set email_key = pg_temp.mailbox_key(email_key)
 where pg_temp.is_old(email_key)
   and not exists (select from invitations other
                    where other.merchant_id = invitations.merchant_id and other.id <> invitations.id
                      and pg_temp.mailbox_key(other.email_key) = pg_temp.mailbox_key(invitations.email_key));

-- Rows whose stored foldings are those of before 0015_letters.sql: they are written anew in the next file.
create table stale_letters (
  kind text not null,
  merchant_id uuid not null,
  id uuid not null,
  primary key (kind, merchant_id, id)
);
insert into stale_letters
select 'product', merchant_id, id
  from (select merchant_id, id, concat_ws(' ', name, category, description, sku) as text from products) product
 where octet_length(text) > length(text) or strpos(text, '-') > 0 and joined_words(fold_text(text)) <> '';
insert into stale_letters
select 'customer', merchant_id, user_id from customers
 where octet_length(name_key) > length(name_key) and name_key <> fold_text(name_key);
