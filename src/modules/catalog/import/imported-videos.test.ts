import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { describeService, started, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { countsOf, importsOf } from '#test/support/imported-files.ts'
import { startPictureServer } from '#test/support/picture-server.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { makeVideo } from '#test/support/videos.ts'

describeService('videos of imported files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const server = started(startPictureServer)
  const { imported, products } = importsOf(service)
  const exported = async (shop: TestMerchant, format: string): Promise<string> =>
    (await service.request('GET', `/admin/products/export?format=${format}`, { headers: shop.owner.headers })).body

  async function fetchAll(shop: TestMerchant): Promise<void> {
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      await until(async () => {
        const { rows } = await sql`
          select id from media where merchant_id = ${shop.id} and state = 'processing'`.execute(service.deps.db)
        return rows.length === 0
      }, 'the pictures')
    } finally {
      await runner.stop()
    }
  }

  it('POST /admin/products/import takes videos in media, and a file of the export changes nothing', async () => {
    const shop = await makeMerchant(service)
    server.serve('/chair.png', await makePicture('png'))
    server.serve('/chair.mp4', makeVideo({ seconds: 9 }))
    const media = [`${server.origin}/chair.png`, 'https://youtu.be/dQw4w9WgXcQ?t=3', `${server.origin}/chair.mp4`]
    const file = `sku,name,price,media\nCHAIR,Chair,20,"${media.join(',')}"\n`
    const first = await imported(shop, file, '')
    assert.deepEqual(countsOf(first), [1, 0, 0, 0])
    await fetchAll(shop)
    const chair = (
      await products<{ media: { video?: { host: string | null; url: string; seconds: number } }[] }>(shop)
    ).get('CHAIR')
    assert.deepEqual(
      chair?.media.map(({ video }) => video && [video.host, video.seconds]),
      [undefined, ['youtube', null], [null, 9]],
    )
    assert.deepEqual(countsOf(await imported(shop, file, '')), [0, 0, 1, 0])
    const own = await exported(shop, 'own')
    assert.match(own, /https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ/)
    assert.ok(own.includes(String(chair?.media[2]?.video?.url)))
    assert.deepEqual(countsOf(await imported(shop, own, '')), [0, 0, 1, 0])
    // Shopify's file has pictures alone.
    assert.doesNotMatch(await exported(shop, 'shopify'), /youtube|\.mp4/)
  })
})
