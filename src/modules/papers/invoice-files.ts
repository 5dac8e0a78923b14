import type { Dependencies } from './dependencies.ts'
import { type InvoiceFiles, type InvoiceRow, insertFiles, selectFiles } from './queries.ts'
import { readLogo } from './read-logo.ts'

/** The files of an invoice as they were made first. They are made now if the job has not come to it. */
export async function filesOf(
  deps: Pick<Dependencies, 'shop' | 'paperRenderer' | 'blobs' | 'logger'>,
  invoice: InvoiceRow,
): Promise<InvoiceFiles> {
  const { merchant_id: merchantId, id } = invoice
  const db = deps.shop(merchantId)
  const stored = await selectFiles(db, merchantId, id)
  if (stored !== undefined) return stored
  const { pdf, ubl, missing } = await deps.paperRenderer.render({ ...invoice, logo: await readLogo(deps, merchantId) })
  await insertFiles(db, merchantId, id, { pdf: pdf && Buffer.from(pdf), ubl, missing })
  const files = await selectFiles(db, merchantId, id)
  if (files === undefined) throw new Error(`the files of invoice ${id} were deleted`)
  return files
}
