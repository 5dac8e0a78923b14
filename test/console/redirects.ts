import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'

describeShop('redirects in the console', startConsole, ({ service, shop }) => {
  const list = async () =>
    (await service.request('GET', '/admin/redirects', { headers: shop.owner.headers })).body.data.items.map(
      ({ from, to, permanent }: { from: string; to: string; permanent: boolean }) => [from, to, permanent],
    )

  it('makes one, says at its field what is refused, imports and exports a file, and deletes one', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/redirects', { as: shop.owner })
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor()
    await page.getByRole('button', { name: 'New redirect' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('From', { exact: true }).fill('/Old-Page/')
    await dialog.getByLabel('To', { exact: true }).fill('/old-page')
    await dialog.getByRole('button', { name: 'Create redirect' }).click()
    await faultAt(dialog.getByLabel('To', { exact: true }), 'Must not lead back to the path it comes from.')
    onlyStatuses(faults, 400)
    await dialog.getByLabel('To', { exact: true }).fill('/products')
    await dialog.getByLabel(/^For good/).uncheck()
    await dialog.getByRole('button', { name: 'Create redirect' }).click()
    await page.getByText('/old-page leads on').first().waitFor()
    assert.deepEqual(await list(), [['/old-page', '/products', false]])

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const text = 'Redirect from,Redirect to\n/pages/about,/about\nno path,/x\n/old-page,/new\n'
    const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await dialog.locator('input[type="file"]').setInputFiles(file)
    await dialog.getByText('1 new, 1 changed, 1 left out.', { exact: true }).waitFor()
    await dialog.getByText(/^Row 3: Redirect from must be a path of the shop/).waitFor()
    assert.equal((await list()).length, 1)
    await dialog.getByRole('button', { name: 'Import 2 redirects' }).click()
    await page.getByText('2 redirects imported').first().waitFor()
    await page.getByText('/pages/about', { exact: true }).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = await readFile(await (await download).path(), 'utf8')
    assert.deepEqual(saved.trim().split('\n').slice(1), ['/old-page,/new,true', '/pages/about,/about,true'])

    await page.getByLabel('Begins with').fill('pages')
    await page.getByText('/old-page', { exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Begins with').fill('/OLD')
    await page.getByText('/old-page', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete redirect' }).click()
    await page.getByText('/old-page leads nowhere now').first().waitFor()
    assert.deepEqual(await list(), [['/pages/about', '/about', true]])
    assert.deepEqual(faults, [])
  })

  it('viewers see them, and are told why they change none', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page } = await visit(t, service, '/console/settings/redirects', { as: viewer })
    await page.getByText('/pages/about', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New redirect', disabled: true }).waitFor()
  })
})
