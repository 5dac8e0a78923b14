-- no transaction
-- Shoppers read methods and promotions beside products: they have texts in other languages, too.
alter table translations
  drop constraint if exists translations_type,
  add constraint translations_type check (
    type in ('product', 'product_group', 'collection', 'shipping_method', 'payment_method', 'promotion')) not valid;
alter table translations validate constraint translations_type;
