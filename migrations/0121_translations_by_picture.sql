-- no transaction
-- A picture that a text in another language shows is in use.
create index concurrently if not exists translations_by_picture_in_text on translations
  using gin (pictures_in_html(texts ->> 'description_html')) where texts ->> 'description_html' like '%<img %';
