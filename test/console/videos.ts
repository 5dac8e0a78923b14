import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeVideo } from '#test/support/videos.ts'

describeShop('videos in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('are added to a gallery by their address or as an MP4, and given another picture', async (t) => {
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    t.after(() => runner.stop())
    const { id } = await makeProduct(service, shop, { name: 'Folding chair' })
    const { page, faults } = await visit(t, service, `/console/products/${id}`)
    await signIn(page, shop.owner)
    await page.getByRole('button', { name: 'Add a video', exact: true }).click()
    const address = page.getByLabel('Address of the video')
    await address.fill('https://youtube.com.example/watch?v=dQw4w9WgXcQ')
    await address.press('Enter')
    await page.getByText('Paste the address of a video at YouTube or Vimeo.', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await address.fill('youtu.be/dQw4w9WgXcQ')
    await address.press('Enter')
    await page.getByRole('button', { name: /^Picture 1 of 1, a video, Not described$/ }).waitFor()
    const buffer = makeVideo()
    await page.getByLabel('Add pictures').setInputFiles({ name: 'chair.mp4', mimeType: 'video/mp4', buffer })
    const tile = page.getByRole('button', { name: /^Picture 2 of 2, a video, Not described$/ })
    await tile.waitFor()
    await tile.press('Enter')
    const poster = {
      name: 'poster.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePicture('jpeg', { width: 500, height: 300 }),
    }
    await dialogOf(page).getByLabel('Picture before it plays').setInputFiles(poster)
    await dialogOf(page).locator('img[width="500"]').waitFor()
    await dialogOf(page).getByLabel('What it shows').fill('The chair folds')
    assert.deepEqual(await violations(page), [])
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Picture 2 of 2, a video, The chair folds$/ }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Folding chair is saved').first().waitFor()
    const { media } = await read(`/admin/products/${id}`)
    assert.deepEqual(
      media.map(({ video, width, alt }: { video: { host: string | null }; width: number; alt: string | null }) => [
        video.host,
        width,
        alt,
      ]),
      [
        ['youtube', 1280, null],
        [null, 500, 'The chair folds'],
      ],
    )
    assert.deepEqual(faults, [])
  })

  it('of a description are added by their address, stand as their name and stay where words change', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Deck chair' })
    const { page, faults } = await visit(t, service, `/console/products/${id}`)
    const asked: string[] = []
    await page.route(/youtube|vimeo/, (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    await signIn(page, shop.owner)
    const save = async () => {
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      assert.equal((await answer).status(), 200)
    }
    const text = page.getByRole('textbox', { name: 'Description', exact: true })
    await text.fill('See how:')
    await page.getByRole('button', { name: 'Video', exact: true }).click()
    await page.getByLabel('Address of the video').fill('https://vimeo.com/76979871')
    await page.getByRole('button', { name: 'Add video', exact: true }).click()
    await text.getByText('Video: vimeo.com/video/76979871', { exact: true }).waitFor()
    const separators = await text
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    assert.deepEqual(new Set(separators), new Set([0]), 'nothing is drawn beside it')
    await save()
    const frame = '<iframe src="https://player.vimeo.com/video/76979871?dnt=1"></iframe>'
    assert.equal((await read(`/admin/products/${id}`)).description_html, `<p>See how:${frame}</p>`)
    await text.press('End')
    await page.keyboard.type('!')
    await save()
    assert.equal((await read(`/admin/products/${id}`)).description_html, `<p>See how:${frame}!</p>`)
    assert.deepEqual([asked, await violations(page), faults], [[], [], []])
  })
})
