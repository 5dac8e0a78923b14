-- Drafts have a part of the address of their quote. Some databases have it already: 0087 had another text for a while.
alter table order_drafts add column if not exists token text;
-- As `newPayToken` makes it: the shop, then what nobody can guess, 48 bytes in all.
update order_drafts
   set token = translate(encode(uuid_send(merchant_id) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
                                'base64'), '+/', '-_')
 where token is null;
-- The release before inserts drafts without one: the trigger `order_drafts_token` gives it.
alter table order_drafts alter column token drop not null;
alter table order_drafts drop constraint if exists order_drafts_token_key;
alter table order_drafts add constraint order_drafts_token_key unique (merchant_id, token);
