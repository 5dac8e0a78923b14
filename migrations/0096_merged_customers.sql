-- Under which id a merged customer placed an order: who placed it there sees it as before.
alter table orders add column placed_as uuid;
