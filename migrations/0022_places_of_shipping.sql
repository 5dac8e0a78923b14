-- Where in its one country a method goes: regions as staff wrote them, patterns of postal codes; null: all of it.
alter table shipping_methods add column regions text[];
alter table shipping_methods add column postal_codes text[];
