-- no transaction
-- Checks the rows of before, without holding up others.
alter table invoice_files validate constraint invoice_files_pdf;
