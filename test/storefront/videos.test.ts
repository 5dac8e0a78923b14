import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { violations } from '#test/support/axe.ts'
import { started, temporaryFolder } from '#test/support/describe-shop.ts'
import { makePicture } from '#test/support/pictures.ts'
import { startStorefrontShop, visitShop } from '#test/support/storefront.ts'
import { until } from '#test/support/until.ts'
import { makeVideo } from '#test/support/videos.ts'

const frame = '<iframe src="https://player.vimeo.com/video/76979871" title="How it &quot;folds&quot;"></iframe>'

describe('videos in the storefront', () => {
  const shop = started(() => startStorefrontShop({ DATA_DIR: temporaryFolder() }))
  const send = (method: 'GET' | 'POST', url: string, body?: object) =>
    shop.service.request(method, url, { headers: shop.shop.owner.headers, ...(body && { body }) })
  async function upload(payload: Buffer, type: string): Promise<string> {
    const headers = { ...shop.shop.owner.headers, 'content-type': type }
    return (await shop.service.request('POST', '/admin/media', { headers, payload })).body.data.id
  }
  async function hosted(url: string): Promise<string> {
    const { id } = (await send('POST', '/admin/media', { url, alt: 'The chair in a garden' })).body.data
    const runner = runInBackground(shop.service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      await until(async () => (await send('GET', `/admin/media/${id}`)).body.data.status === 'ready', 'the video')
    } finally {
      await runner.stop()
    }
    return id
  }
  /** What the page asks of others than the shop; hosts of videos answer with an empty page. */
  async function visit(t: Parameters<typeof visitShop>[0], options = {}) {
    const visited = await visitShop(t, shop, options)
    const asked: string[] = []
    await visited.page.route(/youtube|vimeo|\/media\//, (route) => {
      const url = route.request().url()
      if (!/\.(jpg|webp|avif)$/.test(url)) asked.push(url)
      return route.fulfill({ contentType: 'text/html', body: '' })
    })
    return { ...visited, asked }
  }

  before(async () => {
    const media = [
      await upload(await makePicture(), 'image/jpeg'),
      await hosted('https://youtu.be/dQw4w9WgXcQ'),
      await upload(makeVideo(), 'video/mp4'),
    ]
    const body = { sku: 'CHAIR', name: 'Folding chair', slug: 'folding-chair', price: 20, on_hand: 5, media }
    const made = await send('POST', '/admin/products', { ...body, description_html: `<p>Folds.</p>${frame}` })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  })

  it('nothing of a host is loaded before a click; then it plays in the place of its picture', async (t) => {
    const { page, faults, asked } = await visit(t)
    await page.goto('/products/folding-chair', { waitUntil: 'networkidle' })
    assert.equal(await page.locator('iframe, video').count(), 0)
    assert.deepEqual([asked, await violations(page)], [[], []])
    await page.getByRole('link', { name: 'The chair in a garden Play video from YouTube' }).click()
    const youtube = page.locator('.slides iframe[title="The chair in a garden"]')
    await youtube.waitFor()
    const address = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'
    assert.equal(await youtube.getAttribute('src'), address)
    await until(() => asked.includes(address), 'the frame')
    await page.locator('.slides a.video').click()
    const src = await page.locator('.slides video[controls]').getAttribute('src')
    assert.match(src ?? '', /\/media\/[0-9a-f]{32}-360-[0-9a-f]{16}\.mp4$/)
    await page.locator('.prose').getByRole('link', { name: 'Play video from Vimeo' }).click()
    await page.locator('.prose iframe[title=\'How it "folds"\']').waitFor()
    assert.deepEqual(
      asked.filter((url) => !url.endsWith('.mp4')),
      [address, 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
    )
    assert.deepEqual([await violations(page), faults], [[], []])
  })

  it('without JavaScript it leads to the host', async (t) => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    await page.goto('/de/products/folding-chair')
    const link = page.getByRole('link', { name: 'Video von YouTube abspielen' })
    assert.equal(await link.getAttribute('href'), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    assert.equal(await page.locator('.prose a.video').getAttribute('href'), 'https://vimeo.com/76979871')
    assert.equal(await page.locator('iframe').count(), 0)
  })

  it('the policy lets in frames of known hosts alone, and none of them where a card is typed', async () => {
    const { headers } = await fetch(`${shop.storefront.address}/products/folding-chair`)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com;/)
  })
})
