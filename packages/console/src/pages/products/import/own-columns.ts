/** Columns of our own files: the name, what it holds, and what a new product has without it. */
export const ownColumns: readonly [name: string, what: string, atFirst: string][] = [
  ['sku', 'Your number for the product, up to 100 characters', 'required'],
  ['name', 'Up to 200 characters', 'required'],
  ['price', 'In the shop’s currency, such as 2.55', 'required'],
  ['description', 'Up to 10,000 characters', 'none'],
  ['category', 'Up to 100 characters', 'none'],
  ['status', 'draft, active or archived', 'active'],
  ['image_url', 'An http or https address, for products without media', 'none'],
  ['on_hand', 'Units you have: a whole number', '0'],
  ['requires_shipping', 'true, or false of a voucher', 'true'],
  ['weight_grams', 'A whole number, with the packing', 'none'],
  ['tax_class', 'One of your tax rates', 'standard'],
  ['brand', 'Up to 100 characters', 'none'],
  ['gtin', 'The barcode: 8, 12, 13 or 14 digits', 'none'],
  ['tags', 'With commas between; one with a comma in quotes', 'none'],
  ['compare_at_price', 'The usual price, above price', 'none'],
  ['seo_title', 'For search engines, up to 200 characters', 'none'],
  ['seo_description', 'Up to 500 characters', 'none'],
  ['group', 'Of a variant: the short name of its group, such as linen-shirt', 'none'],
  ...['1', '2', '3'].flatMap((number): [string, string, string][] => [
    [`option_${number}_name`, 'Of a variant: such as Size', 'none'],
    [`option_${number}_value`, 'Of a variant: such as M', 'none'],
  ]),
  ['media', 'Addresses of pictures in their order, with commas between', 'none'],
  ['group_media', 'Of a variant: those of its group', 'its own'],
]

const row = (values: Record<string, string>) => ownColumns.map(([name]) => values[name] ?? '').join(',')
const shirt = { name: 'Linen shirt', price: '39.00', group: 'linen-shirt', option_1_name: 'Size', on_hand: '4' }

/** A file to start from. */
export const sampleFile = [
  ownColumns.map(([name]) => name).join(','),
  row({
    ...{ sku: 'MUG-BLUE', name: 'Blue mug', price: '4.50', description: 'Holds 300 ml.', category: 'Kitchen' },
    ...{ status: 'active', on_hand: '20', requires_shipping: 'true', weight_grams: '350', tax_class: 'standard' },
    ...{ brand: 'Regency', gtin: '4006381333931', tags: '"sale, mugs"', compare_at_price: '5.50' },
  }),
  row({ sku: 'VOUCHER-10', name: '"Voucher, 10"', price: '10.00', status: 'draft', requires_shipping: 'false' }),
  row({ ...shirt, sku: 'SHIRT-S', option_1_value: 'S' }),
  row({ ...shirt, sku: 'SHIRT-M', option_1_value: 'M' }),
  '',
].join('\r\n')
