import { t } from '#console/lib/text.ts'
import type { FileFormat } from './upload.ts'

/** Names of the formats, as people know them. */
export const formats: Record<FileFormat, string> = {
  auto: t('Recognized by its columns'),
  own: t('Own, as exported here'),
  shopify: 'Shopify',
  shopify_translations: t('Shopify, translations'),
  woocommerce: 'WooCommerce',
  vendure: 'Vendure',
  medusa: 'Medusa',
}
