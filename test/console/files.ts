import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { holdLocks } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

/** Imports of products, exports of products and orders. */
describeService('the console for files', startConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 12)
  })

  it('imports a file while one does other things, lists its faulty rows, and exports what it made', async (t) => {
    const { page, faults } = await visit(t, service, '/console/products', { as: shop.owner })
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    const choose = page.getByLabel('Choose a file, or drop it here')
    const file = (name: string, lines: string[]) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
    await choose.setInputFiles(file('goods.xlsx', ['sku']))
    await page.getByText('goods.xlsx is neither CSV nor NDJSON: its name ends otherwise.').waitFor()
    await choose.setInputFiles(file('colour.csv', ['sku,name,price,colour', 'C-1,Cup,1,red']))
    await page.getByText('These columns have other names here.').waitFor()
    onlyStatuses(faults, 400)
    assert.equal(
      await reasonOf(page.getByRole('button', { name: 'Import colour.csv' })),
      'Say first what the columns above hold.',
    )
    await page.getByLabel('colour is read as').selectOption('Leave out')
    await page.getByText('UTF-8, separated by commas').waitFor()
    await page.getByRole('row').filter({ hasText: 'C-1' }).getByText('New', { exact: true }).waitFor()
    // Nothing is imported yet.
    const { rows: none } = await service.deps.pool.query('select from product_imports where merchant_id = $1', [
      shop.id,
    ])
    assert.deepEqual(none, [])
    await page.getByRole('button', { name: 'Import colour.csv' }).click()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Import another file' }).click()

    // Nothing of the shop is imported while its lock is held.
    const lock = await holdLocks(
      service,
      sql`select pg_advisory_xact_lock(hashtextextended(${`import:${shop.id}`}, 0))`,
    )
    const rows = Array.from({ length: 1_500 }, (_, n) => `IMP-${n},Imported ${n},${n === 7 ? 'dear' : 2.5},Imported,3`)
    await choose.setInputFiles(file('goods.csv', ['sku,name,price,category,on_hand', ...rows]))
    await page.getByRole('button', { name: 'Import goods.csv' }).click()
    await page.getByRole('heading', { name: 'Import of goods.csv' }).waitFor()
    const report = new URL(page.url()).pathname
    await page.getByText('0 of about 1,500 rows done').waitFor()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByText('Wait until goods.csv is imported.').waitFor()
    await page.getByRole('link', { name: 'See how far goods.csv is' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await lock.commit()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const fault = page.getByRole('row').filter({ hasText: 'IMP-7' })
    await fault.getByRole('cell', { name: 'price', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'IMP-7' }).waitFor()
    await page.getByRole('heading', { name: 'Import of goods.csv' }).waitFor()
    assert.equal(new URL(page.url()).pathname, report)

    await page.getByRole('link', { name: 'Back to the products' }).click()
    await page.getByRole('button', { name: 'Draft', exact: true }).click()
    await page.getByRole('button', { name: 'Active', exact: true }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^The [\d,]+ products found, with stock, oldest first\./).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^products-\d{4}-\d\d-\d\d\.csv$/)
    const exported = readFileSync(await download.path(), 'utf8')
    assert.equal(exported.match(/^IMP-/gm)?.length, 1_499)
    assert.match(
      exported,
      /^IMP-8,Imported 8,,,Imported,2\.5,active,,3,true,,standard,allowed,false,multi,+imported-8,+$/m,
    )
    // The report may be asked for before the file has arrived: the page then waits for it.
    onlyStatuses(faults, 404)
  })

  it('reads columns by the names that one chooses, and a file of Shopify by its own', async (t) => {
    const { page, faults } = await visit(t, service, '/console/products/import', { as: shop.owner })
    const choose = page.getByLabel('Choose a file, or drop it here')
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose.setInputFiles(file('other.csv', 'Artikel;Titel;Preis\nHUT-1;"Hut; grau";12,50\n'))
    await page.getByText('The header has no column sku.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Titel' }).getByText('Hut; grau').waitFor()
    onlyStatuses(faults, 400)
    await page.getByLabel('Artikel is read as').selectOption('sku')
    await page.getByLabel('Titel is read as').selectOption('name')
    await page.getByLabel('Preis is read as').selectOption('price')
    const row = page.getByRole('row').filter({ hasText: 'HUT-1' })
    await row.getByRole('cell', { name: '12.5', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import other.csv' }).click()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    onlyStatuses(faults, 400, 404)

    await page.getByRole('link', { name: 'Import another file' }).click()
    const shopify = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Tax Code,Image Src',
      'vest,Vest,Size,S,VEST-S,9,P1,ftp://example.com/a.jpg',
      'vest,,,M,VEST-M,9,,',
    ]
    await choose.setInputFiles(file('shopify.csv', shopify.join('\n')))
    await page.getByLabel('Format of the file').getByText('Recognized: Shopify').waitFor({ state: 'attached' })
    await page.getByRole('row').filter({ hasText: 'VEST-M' }).getByRole('cell', { name: 'M', exact: true }).waitFor()
    await page.getByText('Row 2, VEST-S: picture ftp://example.com/a.jpg: is no http or https address').waitFor()
    // What only the shop can say: the units of what the file does not count.
    await page.getByText('2 new products without stock in the file.').waitFor()
    await page.getByLabel('Stock of new products that the file does not count').fill('25')
    await page.getByRole('button', { name: 'Import shopify.csv' }).click()
    await page.getByRole('heading', { name: 'Pictures not loaded' }).waitFor()
    await page.getByText('Stock not in the file').waitFor()
    const { rows: stock } = await service.deps.pool.query(
      `select on_hand from stock join products on id = product_id
        where products.merchant_id = $1 and sku like 'VEST-%'`,
      [shop.id],
    )
    assert.deepEqual(stock, [{ on_hand: 25 }, { on_hand: 25 }])
    await page.getByRole('listitem').filter({ hasText: 'Variant Tax Code' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'shopify-report.csv')
    const report = readFileSync(await download.path(), 'utf8')
    assert.match(report, /^taken without,2,VEST-S,media,picture ftp:/m)
    assert.match(report, /^column dropped,,,Variant Tax Code,P1 is no class of the tax table \(1\)\r$/m)
    onlyStatuses(faults, 404)
  })

  it('goes on with an import whose connection was lost, by the same file', async (t) => {
    const rows = Array.from(
      { length: 1_200 },
      (_, n) => `${JSON.stringify({ sku: `ON-${n}`, name: 'On', price: 1 })}\n`,
    )
    const importId = randomUUID()
    const { headers } = shop.owner
    // The connection ends in the midst of row 1,101.
    const half = `${rows.slice(0, 1_100).join('')}{"sku"`
    const lost = request(`${service.address}/admin/products/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson', 'import-id': importId, 'content-length': 99_999 },
    })
    lost.on('error', () => {}).write(half)
    const state = async () =>
      (await service.request('GET', `/admin/products/imports/${importId}`, { headers })).body.data
    await until(async () => (await state())?.last_row === 1_000, 'the first thousand rows')
    lost.destroy()

    const { page, faults } = await visit(t, service, `/console/products/imports/${importId}`, { as: shop.owner })
    await page.getByText('Not complete', { exact: true }).waitFor()
    const choose = page.getByLabel('Choose the same file')
    const fileOf = (lines: string[]) => ({
      name: 'goods.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.join('')),
    })
    await choose.setInputFiles(fileOf(rows.toReversed()))
    await page
      .getByText(/This import was started with another file/)
      .first()
      .waitFor()
    onlyStatuses(faults, 409)
    await choose.setInputFiles(fileOf(rows))
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const { created, failed } = await state()
    assert.deepEqual([created, failed], [1_200, 0])
    assert.deepEqual(faults, [])
  })

  it('exports the orders of the address, and refuses a viewer with the reason', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders?status=completed', { as: shop.owner })
    await page.locator('[data-row-link]').first().waitFor()
    const { headers } = shop.owner
    const { body } = await service.request('GET', '/admin/orders?status=completed', { headers })
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Format').selectOption('ndjson')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    const numbers = new Set(lines.map((line) => JSON.parse(line).order_number))
    assert.deepEqual(
      [...numbers].sort(),
      body.data.items.map((order: { order_number: string }) => order.order_number).sort(),
    )

    const viewer = await makeStaff(service, shop.id, 'viewer')
    const other = await visit(t, service, '/console/orders')
    await signIn(other.page, viewer)
    const button = other.page.getByRole('button', { name: 'Export' })
    await button.waitFor()
    assert.equal(await reasonOf(button), 'Your role, viewer, may not do this. It needs exports.read.')
    await other.page.goto('/console/products/import')
    await other.page.getByText('Your role, viewer, may not do this. It needs products.write.').waitFor()
    assert.deepEqual([...faults, ...other.faults], [])
  })
})
