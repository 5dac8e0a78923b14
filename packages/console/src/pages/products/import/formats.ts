import type { FileFormat } from './upload.ts'

/** Names of the formats, as people know them. */
export const formats: Record<FileFormat, string> = {
  auto: 'Recognized by its columns',
  own: 'Own, as exported here',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  vendure: 'Vendure',
  medusa: 'Medusa',
}
