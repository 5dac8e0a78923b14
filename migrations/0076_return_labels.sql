-- A label that staff uploads for the way back, as it is mailed to the customer: a PDF or a PNG.
alter table returns
  add column label_file bytea,
  add column label_type text;

alter table returns
  add constraint returns_label check ((label_file is null) = (label_type is null)) not valid;
alter table returns validate constraint returns_label;
