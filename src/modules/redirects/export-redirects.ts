import type { Executor } from '#src/platform/db/transaction.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { selectSome } from './queries.ts'

const readAtOnce = 500

type Read = <T>(work: (db: Executor) => Promise<T>) => Promise<T>

/** All redirects of a shop as lines of a file that Shopify reads, too. */
export async function* exportRedirects(read: Read, merchantId: string): AsyncGenerator<string> {
  yield csvLine(['Redirect from', 'Redirect to', 'Permanent'])
  for (let behind = ''; ; ) {
    const rows = await read((db) => selectSome(db, merchantId, behind, readAtOnce))
    yield rows.map(({ path, target, permanent }) => csvLine([path, target, permanent])).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < readAtOnce) return
    behind = last.path
  }
}
