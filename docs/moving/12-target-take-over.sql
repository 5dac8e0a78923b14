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

-- What the search knows.
insert into search_word_changes
  select word, count(*)
    from products, words_of(search_text(concat_ws(' ', name, category, description))) word
   where merchant_id = :'merchant' group by 1;
insert into product_documents (product_id, merchant_id, price_common, created_at, name_words, active, in_stock,
                               category, name_key, document)
  select id, merchant_id, price_common, created_at, length(words), status = 'active', in_stock, category, name_key,
         product_document(words, search_text(concat_ws(' ', category, description)), sku)
    from products, to_tsvector('product_text', search_text(name)) words
   where merchant_id = :'merchant';

-- Workers here have looked at what was due before: they look again from a moment within this transaction.
update delivery_queue set due_at = clock_timestamp() where merchant_id = :'merchant' and due_at < clock_timestamp();

-- The flip: from this commit on the service here sees the shop.
delete from moving where merchant_id = :'merchant';
commit;
