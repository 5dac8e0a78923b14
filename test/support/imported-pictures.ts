import { before } from 'node:test'
import { sql } from 'kysely'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import type { TestApp } from './app.ts'
import { started } from './describe-shop.ts'
import type { TestMerchant } from './factories.ts'
import { importsOf } from './imported-files.ts'
import { startPictureServer } from './picture-server.ts'
import { makePicture } from './pictures.ts'
import { until } from './until.ts'

/** A product as its list shows it. */
export interface Shown {
  id: string
  sku: string
  image_url: string | null
  media: { id: string; url: string; alt: string | null }[]
}

/** A server of the pictures a to e, files that name them, and the jobs that fetch them. */
export function importedPicturesOf(service: TestApp) {
  const server = started(startPictureServer)
  const { imported, get, products } = importsOf(service)
  const serve = async (path: string) => server.serve(path, await makePicture('png'))
  before(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await serve(`/${name}.png`)
  })
  const waiting = async (shop: TestMerchant) => {
    const { rows } = await sql`
      select id from media where merchant_id = ${shop.id} and state = 'processing'`.execute(service.deps.db)
    return rows.length
  }

  /** Runs the jobs, without the pauses between tries, until `condition`. */
  async function fetching(condition: () => Promise<boolean>): Promise<void> {
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      await until(async () => {
        await sql`update media set fetch_at = now() where state = 'processing' and fetches > 0
                   and fetch_at < now() + interval '5 minutes'`.execute(service.deps.db)
        await sql`update jobs set due_at = now() where name = 'media.fetch' and attempts = 0`.execute(service.deps.db)
        return condition()
      }, 'the pictures')
    } finally {
      await runner.stop()
    }
  }
  return {
    server,
    serve,
    get,
    send: (shop: TestMerchant, payload: string, query = '') => imported(shop, payload, query),
    at: (name: string) => `${server.origin}/${name}.png`,
    productsOf: (shop: TestMerchant) => products<Shown>(shop),
    exported: async (shop: TestMerchant, format: string): Promise<string> =>
      (await service.request('GET', `/admin/products/export?format=${format}`, { headers: shop.owner.headers })).body,
    waiting,
    fetching,
    fetchAll: (shop: TestMerchant) => fetching(async () => (await waiting(shop)) === 0),
  }
}
