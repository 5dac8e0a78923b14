import type { FileFormat } from './upload.ts'

/** Names of the formats, as people know them. */
export const formats: Record<FileFormat, string> = {
  auto: 'Recognized by its columns',
  own: 'Own, as exported here',
  shopify: 'Shopify',
  shopify_translations: 'Shopify, translations',
  woocommerce: 'WooCommerce',
  vendure: 'Vendure',
  medusa: 'Medusa',
}
