import { ApiError } from '@commerce-platform/client'
import { sentence } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import type { SentVariant } from './group-body.ts'
import type { Column } from './matrix.ts'

/** What is wrong with a row, by its column; `options` of its values. */
export type RowFaults = Partial<Record<Column | 'options', string>>

const columnOf: Record<string, Column | 'options'> = {
  sku: 'sku',
  price: 'price',
  on_hand: 'stock',
  gtin: 'gtin',
  weight_grams: 'weight',
  tax_class: 'taxClass',
  options: 'options',
}

/** Faults of variants, by the keys of their rows; and whether anything else is wrong. */
export function variantFaults(error: unknown, sent: readonly SentVariant[]): Readonly<Record<string, RowFaults>> {
  const faults: Record<string, RowFaults> = {}
  const add = (variant: SentVariant | undefined, column: Column | 'options', text: string) => {
    if (variant) faults[variant.row.key] = { [column]: sentence(text), ...faults[variant.row.key] }
  }
  if (!(error instanceof ApiError)) return faults
  for (const { field, message } of error.faults) {
    const [, index, name = ''] = /^variants\[(\d+)\]\.(\w+)/.exec(field) ?? []
    const isColumn = name in columnOf
    // Fields that the table does not show: the link to the variant leads to them.
    const text = isColumn ? plain(name, message) : `${name.replaceAll('_', ' ')} ${message}`
    add(sent[Number(index)], columnOf[name] ?? 'options', text)
  }
  const details = { ...(error.details as object | undefined) } as {
    sku?: string
    variants?: number[]
    products?: { sku: string; reserved: number }[]
  }
  if (error.code === 'SKU_TAKEN') {
    const twins = sent.filter(({ body }) => body.sku === details.sku)
    const text = details.variants ? t('two variants have this SKU') : t('another product has this SKU')
    for (const variant of twins) add(variant, 'sku', text)
  }
  if (error.code === 'VARIANT_EXISTS') {
    for (const at of details.variants ?? []) add(sent[at], 'options', t('two variants have the same options'))
  }
  for (const { sku, reserved } of details.products ?? []) {
    const text = t('{reserved} are reserved by orders; no fewer can be on hand', { reserved })
    add(
      sent.find(({ body }) => body.sku === sku),
      'stock',
      text,
    )
  }
  return faults
}

function plain(name: string, message: string): string {
  if (name === 'price' && /must be number|required/.test(message)) return t('needs an amount')
  if (name === 'on_hand' && /must be/.test(message)) return t('needs a whole number')
  if (name === 'weight_grams' && /must be/.test(message)) return t('needs a whole number of grams')
  return /fewer than 1|is required|blank/.test(message) ? t('needs a value') : message
}

/** Changed by somebody else since it was read; and not a slug that is taken. */
export function isOtherVersion(error: unknown): boolean {
  const details = error instanceof ApiError && error.code === 'CONFLICT' && error.details
  return typeof details === 'object' && details !== null && 'version' in details
}
