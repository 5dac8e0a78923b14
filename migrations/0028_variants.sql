-- What a variant's row copies of its group beside what 0025 has, so that no reader of products needs the group.

alter table products
  add column group_name text,
  -- The status of its group while that is not active: the variant is not sold, whatever its own status is.
  add column withheld text collate "C",
  add constraint products_withheld check (withheld in ('draft', 'archived')),
  add constraint products_copies check (group_id is not null or group_name is null and withheld is null);
