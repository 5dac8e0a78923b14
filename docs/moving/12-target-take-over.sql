drop subscription shop;

begin;
insert into event_erasures select * from json_populate_recordset(null::event_erasures, :'erasures')
  on conflict do nothing;
insert into delivery_attempts select * from json_populate_recordset(null::delivery_attempts, :'attempts')
  on conflict do nothing;
insert into test_provider_charges select * from json_populate_recordset(null::test_provider_charges, :'charges')
  on conflict do nothing;
insert into test_provider_refunds select * from json_populate_recordset(null::test_provider_refunds, :'given')
  on conflict do nothing;

-- Sequences do not move: the next number is above those of both sides.
select setval('figure_changes_id_seq', greatest(nextval('figure_changes_id_seq'), :'last_change'::bigint));
select setval('sales_changes_id_seq', greatest(nextval('sales_changes_id_seq'), :'last_sale'::bigint));

-- What lists and searches read.
insert into search_word_changes
  select word, count(*)
    from products, words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word
   where merchant_id = :'merchant' group by 1;
select refresh_listings(array(select id from products where merchant_id = :'merchant'));
insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name_key,
                           name_words, document)
  select merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name_key, length(words),
         product_document(words, search_text(rest), sku)
    from product_cards, to_tsvector('product_text', search_text(name)) words
   where merchant_id = :'merchant';
select refresh_groups(array(select id from product_groups where merchant_id = :'merchant'));

-- Workers here have looked at what was due before: they look again from a moment within this transaction.
update delivery_queue set due_at = clock_timestamp() where merchant_id = :'merchant' and due_at < clock_timestamp();

-- The flip: from this commit on the service here sees the shop.
delete from moving where merchant_id = :'merchant';
commit;
