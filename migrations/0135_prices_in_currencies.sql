-- What a product costs in other currencies than the shop's own, in minor units of each:
-- {"EUR": {"price": 1999, "compare_at": 2499}}.
alter table products add other_prices jsonb not null default '{}';
