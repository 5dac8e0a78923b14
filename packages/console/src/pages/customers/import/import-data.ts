import { read, type Schemas } from '@commerce-platform/client'
import { files } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { saveLines } from '#console/pages/products/import/save-faults.ts'

export type Report = Schemas['CustomerImport']
export type Format = 'auto' | Report['format']

/** Names of the formats, as people know them. */
export const formats: Record<Format, string> = {
  auto: t('Recognized by its columns'),
  own: t('Own, as exported here'),
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
}

/** Bytes that the service takes. */
const maxFileBytes = 8_388_608

/** Why a file cannot be sent at all; undefined if it can. */
export function faultOfFile({ name, size }: File): string | undefined {
  if (!/\.(csv|tsv|txt)$/i.test(name)) return t('{name} is not a CSV file.', { name })
  if (size === 0) return t('{name} is empty.', { name })
  return size > maxFileBytes ? t('{name} is larger than 8 MB: divide it into smaller files.', { name }) : undefined
}

interface Sending {
  file: File
  format: Format
  /** Only says what would happen. */
  dryRun: boolean
  signal?: AbortSignal
}

export function sendCustomers({ file, format, dryRun, signal }: Sending): Promise<Report> {
  return read(
    files.POST('/admin/users/import', {
      params: { query: { format, dry_run: dryRun } },
      headers: { 'content-type': 'text/csv' },
      body: file,
      bodySerializer: (body) => body,
      ...(signal && { signal }),
    }),
  )
}

/** Saves the faults as a CSV, to mend the file by. */
export function saveErrors(name: string, { errors }: Report): void {
  const rows = errors.map(({ row, field, message }) => [`${row}`, field, message])
  saveLines(name, [['row', 'column', 'message'], ...rows])
}
