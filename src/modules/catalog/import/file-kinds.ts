/** What a header looks like. */
export interface FileKind {
  /** The system whose products it has, or the kind of file. */
  name: string
  /** What to do with it. */
  remedy: string
  /** Not a file of products. */
  isOther: boolean
}

/** Files of other systems that do not hold their products, with what to send in their place. */
const others: [name: string, remedy: string, ...columns: string[]][] = [
  ...[
    ['handle', 'location', 'on hand'],
    ['handle', 'location', 'on hand (current)'],
    ['handle', 'location', 'available'],
    ['handle', 'hs code', 'coo'],
  ].map((columns): [string, string, ...string[]] => [
    'Shopify’s inventory',
    'which has no prices: export the products there (Products, Export), whose file has the stock of a shop with one ' +
      'location; or, to set stock alone, send a file with the columns sku and on_hand',
    ...columns,
  ]),
  [
    'Shopify’s orders',
    'which are no products: keep the file for your records, and export the products there (Products, Export)',
    'financial status',
    'lineitem name',
  ],
  [
    'Shopify’s customers',
    'which are no products: export the products there (Products, Export)',
    'email',
    'accepts email marketing',
  ],
  ...[['attribute (name:type:position)'], ['value (value:position)']].map((columns): [string, string, ...string[]] => [
    'PrestaShop’s combinations',
    'which name neither the product nor its price: make a file with a row for each combination, with the columns ' +
      'sku, name, price, on_hand, group, option_1_name and option_1_value',
    ...columns,
  ]),
  [
    'WooCommerce’s orders',
    'which are no products: export the products there (Products, Export)',
    'order number',
    'order status',
    'customer note',
  ],
  [
    'Medusa’s prices',
    'which are those of a price list: export the products there (Products, Export)',
    'product variant id',
    'sku',
  ],
]

/** Product exports of other systems, identified by some of their columns, in lower case. */
const exports: [system: string, ...columns: string[]][] = [
  ['Shopify’s translations', 'type', 'identification', 'locale', 'translated content'],
  ['Shopify', 'handle', 'title', 'variant price'],
  ['Shopify', 'handle', 'option1 name', 'option1 value'],
  ['Shopify', 'url handle', 'title'],
  ['Vendure', 'name', 'slug', 'optiongroups', 'optionvalues', 'sku'],
  ['Medusa', 'product handle', 'product title', 'variant title'],
  ['WooCommerce', 'sku', 'regular price', 'published'],
  ['WooCommerce', 'type', 'name', 'regular price'],
  ['WooCommerce', 'visibility in catalog'],
  ['Magento', 'sku', 'attribute_set_code', 'product_type'],
  ['PrestaShop', 'product id', 'active (0/1)'],
  ['PrestaShop', 'id', 'active (0/1)'],
  ['BigCommerce', 'product code/sku', 'product name'],
  ['BigCommerce', 'item', 'current stock'],
  ['Wix', 'handleid', 'fieldtype'],
  ['Squarespace', 'product id [non editable]'],
  ['Shopware', 'product_number', 'parent_id'],
  ['Shopware', 'productnumber', 'translations.default.name'],
  ['OpenCart', 'product_id', 'model', 'quantity'],
  ['Ecwid', 'product_internal_id', 'product_name'],
  ['Square', 'reference handle', 'item name'],
  ['Square', 'token', 'item name', 'variation name'],
  ['Etsy', 'title', 'currency_code', 'materials'],
  ['eBay', 'custom label (sku)', 'title'],
  ['Amazon', 'item_sku', 'item_name'],
  ['Amazon', 'seller-sku', 'item-name'],
  ['Google Merchant Center', 'id', 'title', 'link', 'availability'],
]

const formats: Record<string, string> = {
  Shopify: 'shopify',
  'Shopify’s translations': 'shopify_translations',
  WooCommerce: 'woocommerce',
  Vendure: 'vendure',
  Medusa: 'medusa',
}

/** What has such a header; PrestaShop marks what it requires with an asterisk. */
export function fileKindOf(titles: readonly string[]): FileKind | undefined {
  const present = new Set(titles.map((title) => title.toLowerCase().replace(/\s*\*$/, '')))
  const has = (columns: readonly string[]) => columns.every((column) => present.has(column))
  const other = others.find(([, , ...columns]) => has(columns))
  if (other !== undefined) return { name: other[0], remedy: other[1], isOther: true }
  const name = exports.find(([, ...columns]) => has(columns))?.[0]
  if (name === undefined) return undefined
  const format = formats[name]
  const rows = 'make a file with the columns of our own, or say by rename what its columns are'
  const remedy = format === undefined ? `which is not read as it is: ${rows}` : `which is read with format=${format}`
  return { name, remedy, isOther: false }
}
