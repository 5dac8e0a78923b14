-- Papers with characters that no font has: their page and UBL are the paper.
alter table invoice_files
  alter column pdf drop not null,
  alter column pdf_hash drop not null,
  -- Those characters.
  add column missing text,
  add constraint invoice_files_pdf check ((pdf is null) = (missing is not null) and (pdf is null) = (pdf_hash is null))
    not valid;
