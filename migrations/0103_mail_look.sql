-- What all mails of a shop to its customers look like: a colour, its logo, a text at the end.
alter table merchant_settings
  add column mail_color text,
  add column mail_logo boolean not null default false,
  add column mail_footer text,
  add constraint merchant_settings_mail_color check (mail_color ~ '^#[0-9a-f]{6}$'),
  add constraint merchant_settings_mail_footer check (length(mail_footer) <= 1000);
