-- Keys of storefronts (docs/decisions/0082). They belong to the shop, so they name no maker, and a release that joins
-- the role of a key's maker finds none of them.
alter table api_keys
  add column kind text not null default 'admin',
  -- The whole key: a publishable one is no secret.
  add column public_key text,
  add column rate_limit_per_minute integer,
  alter column user_id drop not null,
  add constraint api_keys_kind check (kind in ('admin', 'publishable', 'storefront')),
  add constraint api_keys_of_maker check ((kind = 'admin') = (user_id is not null)),
  add constraint api_keys_of_shop check (kind = 'admin' or (made_with is null and permissions = '{}')),
  add constraint api_keys_public check ((kind = 'publishable') = (public_key is not null)),
  add constraint api_keys_rate_limit check ((kind = 'storefront') = (rate_limit_per_minute is not null)),
  add constraint api_keys_merchant foreign key (merchant_id) references merchants on delete cascade;
