import { t } from '#console/lib/text.ts'

/** Columns of our own files: the name, what it holds, and what a new product has without it. */
export const ownColumns: readonly [name: string, what: string, atFirst: string][] = [
  ['sku', t('Your number for the product, up to 100 characters'), 'required'],
  ['name', t('Up to 200 characters'), 'required'],
  ['price', t('In the shop’s currency, such as 2.55'), 'required'],
  ['description', t('Up to 10,000 characters'), 'none'],
  ['description_html', t('The same with headings, lists and tables: HTML, up to 100 kB. Counts before it'), 'none'],
  ['category', t('Up to 100 characters'), 'none'],
  ['status', t('draft, active or archived'), 'active'],
  ['image_url', t('An http or https address, for products without media'), 'none'],
  ['on_hand', t('Units you have: a whole number'), '0'],
  ['requires_shipping', t('true, or false of a voucher'), 'true'],
  ['weight_grams', t('A whole number, with the packing'), 'none'],
  ['tax_class', t('One of your tax rates'), 'standard'],
  ['withdrawal', t('allowed, or why consumers may not withdraw, such as made_to_order'), 'allowed'],
  ['gift_card', t('true: each unit is a gift card'), 'false'],
  ['voucher', t('Of a gift card: multi, or single'), 'multi'],
  ['voucher_country', t('Of a single-purpose voucher: the country that taxes it, such as DE'), 'none'],
  ['brand', t('Up to 100 characters'), 'none'],
  ['gtin', t('The barcode: 8, 12, 13 or 14 digits'), 'none'],
  ['tags', t('With commas between; one with a comma in quotes'), 'none'],
  ['compare_at_price', t('The usual price, above price'), 'none'],
  ['unit_cost', t('What one unit costs you, without tax'), 'none'],
  ['seo_title', t('For search engines, up to 200 characters'), 'none'],
  ['seo_description', t('Up to 500 characters'), 'none'],
  ['unit_pricing_measure', t('For prices per unit: what is sold, such as 0.75 l'), 'none'],
  ['unit_pricing_base_measure', t('What the price per unit is of, such as 1 l'), 'none'],
  ['metadata', t('Your own texts as JSON, such as \'{\'"supplier":"Mill & Co"\'}\''), 'none'],
  ['slug', t('Its name in addresses, such as blue-mug; for products without a group'), t('from the name')],
  ['group', t('Of a variant: the short name of its group, such as linen-shirt'), 'none'],
  ...['1', '2', '3'].flatMap((number): [string, string, string][] => [
    [`option_${number}_name`, t('Of a variant: such as Size'), 'none'],
    [`option_${number}_value`, t('Of a variant: such as M'), 'none'],
  ]),
  ['group_status', t('Of a variant: draft, active or archived, for its whole group'), 'active'],
  ['group_metadata', t('Of a variant: your own texts of its group, as JSON'), 'none'],
  ['position', t('Of a variant: its place in the group, from 0'), t('the last')],
  ['media', t('Addresses of pictures in their order, with commas between'), 'none'],
  ['media_alt', t('What each of them shows, in the same order'), 'none'],
  ['group_media', t('Of a variant: those of its group'), t('its own')],
  ['group_media_alt', t('What each of those shows'), 'none'],
  ['group_media_option', t('The value each of those is for, such as Colour=Red'), t('all variants')],
]

/** Those that have one for each further language of the shop, such as `name:fr`. */
export const translatedColumns: readonly string[] = [
  ...['name', 'description', 'description_html', 'seo_title', 'seo_description', 'slug'],
  ...[1, 2, 3].flatMap((number) => [`option_${number}_name`, `option_${number}_value`]),
]

const titles = (text: string) => text.trim().split(/,\s+/)

/** Titles of other systems that a column may be read as, by the format of the file. */
export const foreignColumns: Readonly<Record<string, readonly string[]>> = {
  shopify: titles(
    `
    Handle, Title, Body (HTML), Vendor, Type, Tags, Published, Status, Option1 Name, Option1 Value, Option2 Name,
    Option2 Value, Option3 Name, Option3 Value, Variant SKU, Variant Price, Variant Compare At Price, Cost per item,
    Variant Inventory Qty, Variant Inventory Tracker, Variant Grams, Variant Barcode, Variant Taxable,
    Variant Tax Code, Variant Requires Shipping, Image Src, Image Position, Image Alt Text, Variant Image,
    SEO Title, SEO Description, Gift Card`,
  ),
  shopify_translations: titles(
    `
    Type, Identification, Field, Locale, Market, Status, Default content, Translated content`,
  ),
  woocommerce: [
    ...titles(
      `
      ID, Type, SKU, Name, Published, Visibility in catalog, Short description, Description, Regular price,
      Sale price, Cost of goods, Date sale price starts, Date sale price ends, Tax status, Tax class, In stock?, Stock,
      Weight (kg), Categories, Tags, Brands, Images, Parent, Position, GTIN, Unit, Unit product, Unit base,
      Language, Translation group`,
    ),
    ...titles(`
      Attribute 1 name, Attribute 1 value(s), Attribute 2 name, Attribute 2 value(s), Attribute 3 name,
      Attribute 3 value(s)`),
  ],
  vendure: titles(
    `
    name, slug, description, assets, facets, optionGroups, optionValues, sku, price, taxCategory, stockOnHand,
    trackInventory, variantAssets, variantFacets`,
  ),
  medusa: [
    ...titles(
      `
      Product Handle, Product Title, Product Status, Product Description, Product Type, Product Tags,
      Variant Sku, Variant Barcode, Variant Inventory Quantity, Variant Manage Inventory, Variant Weight`,
    ),
    ...[1, 2, 3].flatMap((number) => [`Variant Option ${number} Name`, `Variant Option ${number} Value`]),
    'Product Image 1',
    'Product Image 2',
  ],
}

const row = (values: Record<string, string>) => ownColumns.map(([name]) => values[name] ?? '').join(',')
const shirt = { name: t('Linen shirt'), price: '39.00', group: 'linen-shirt', option_1_name: t('Size'), on_hand: '4' }

/** A file to start from. */
export const sampleFile = [
  ownColumns.map(([name]) => name).join(','),
  row({
    sku: 'MUG-BLUE',
    name: t('Blue mug'),
    price: '4.50',
    description: t('Holds 300 ml.'),
    category: t('Kitchen'),
    status: 'active',
    on_hand: '20',
    requires_shipping: 'true',
    weight_grams: '350',
    tax_class: 'standard',
    brand: t('Regency'),
    gtin: '4006381333931',
    tags: t('"sale, mugs"'),
    compare_at_price: '5.50',
  }),
  row({ sku: 'VOUCHER-10', name: '"Voucher, 10"', price: '10.00', status: 'draft', requires_shipping: 'false' }),
  row({ ...shirt, sku: 'SHIRT-S', option_1_value: 'S' }),
  row({ ...shirt, sku: 'SHIRT-M', option_1_value: 'M' }),
  '',
].join('\r\n')
