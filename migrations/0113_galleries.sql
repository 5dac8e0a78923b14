-- A picture of a group can be tied to a value of an option: {"<id of the picture>": {"Colour": "Red"}}.
alter table product_groups
  add column media_options jsonb not null default '{}',
  add constraint product_groups_media_options check (jsonb_typeof(media_options) = 'object');
-- The point of a picture that stays visible where it is cropped: {"x": 0.5, "y": 0.25} from the top left corner.
alter table media
  add column focus jsonb,
  add constraint media_focus check (
    (focus ->> 'x')::float8 between 0 and 1 and (focus ->> 'y')::float8 between 0 and 1);
-- The shape in which a storefront shows pictures of products, and whether they fill it.
alter table merchant_settings
  add column image_ratio text not null default 'square',
  add column image_fit text not null default 'filled',
  add constraint merchant_settings_image_ratio check (image_ratio in ('square', 'portrait', 'landscape', 'natural')),
  add constraint merchant_settings_image_fit check (image_fit in ('whole', 'filled'));
