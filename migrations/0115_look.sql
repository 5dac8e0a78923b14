-- What a storefront looks like: {"accent": "#1f4a3d" or null, "font": "serif", "corner": "round"}.
alter table merchant_settings
  add column look jsonb not null default '{"accent": null, "font": "serif", "corner": "round"}',
  add constraint merchant_settings_look check (
    look ->> 'accent' ~ '^#[0-9a-f]{6}$' and look ->> 'font' in ('serif', 'inter', 'system')
    and look ->> 'corner' in ('round', 'soft', 'square'));
