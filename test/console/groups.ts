import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { onlyStatuses } from '#test/support/console-page.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

/** Presses keys, and counts them. */
function keyboardOf({ keyboard }: Page) {
  let count = 0
  return {
    count: () => count,
    async type(...texts: string[]): Promise<void> {
      for (const text of texts) {
        count += text.length
        await keyboard.type(text)
      }
    },
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        count += key.split('+').length
        await keyboard.press(key)
      }
    },
    async enter(texts: readonly string[]): Promise<void> {
      for (const text of texts) {
        await this.type(text)
        await this.press('Enter')
      }
    },
  }
}

describeService('the console for products with variants', startConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 3)
  })

  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  /** In both themes. */
  async function checkAccess(page: Page): Promise<void> {
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      assert.deepEqual(await violations(page), [], theme)
    }
  }

  it('makes a shirt of 5 sizes and 4 colours, with a picture of each colour, by keys alone', async (t) => {
    const { page, faults } = await visit(t, service, '/console/products', { as: shop.owner })
    await page.getByRole('link', { name: 'New product with variants' }).click()
    await page.locator('input[name="name"]:focus').waitFor()
    // From now on the browser asks the test for files: not only once a key has opened its dialog.
    page.on('filechooser', () => {})
    const keys = keyboardOf(page)
    const begun = Date.now()
    await keys.type('Linen Shirt')
    // Past the formats of the description, which are one stop, and its text.
    await page.getByRole('toolbar', { name: 'Formats' }).waitFor()
    await keys.press('Tab', 'Tab', 'Tab')
    await keys.type('Size')
    await keys.press('Tab')
    await keys.enter(['XS', 'S', 'M', 'L', 'XL'])
    await keys.press('Tab', 'Enter')
    await page.locator('[placeholder="Colour"]:focus').waitFor()
    await keys.type('Colour')
    await keys.press('Tab')
    const colours = ['White', 'Navy', 'Sand', 'Rust']
    await keys.enter(colours)
    // Past "Add an option".
    await keys.press('Tab', 'Tab')
    await page.locator('input[type="file"]:focus').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await keys.press('Space')
    const files = colours.map(async (colour) => ({
      name: `shirt ${colour.toLowerCase()}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePicture('jpeg', { width: 2400, height: 1800 }),
    }))
    await (await chooser).setFiles(await Promise.all(files))
    // Past "Add a video" and the first SKU, while they are sent.
    await keys.press('Tab', 'Tab', 'Tab')
    await keys.type('39')
    await keys.press('Control+d', 'ArrowRight')
    await keys.type('25')
    await keys.press('Control+d')
    await page.locator('[data-picture]').nth(3).waitFor()
    const spent = Date.now() - begun
    await checkAccess(page)
    await keys.press('Control+Enter')
    await page.getByRole('heading', { name: 'Linen Shirt', exact: true }).waitFor()
    await page.getByText('20 variants · £39.00', { exact: true }).waitFor()
    // Ctrl A and Enter in the dialog of the system.
    const count = keys.count() + 3
    t.diagnostic(`${count} keys, ${(spent / 1_000).toFixed(1)} s until all is typed and the pictures are made`)
    assert.ok(count <= 100, `${count} keys`)

    const id = new URL(page.url()).pathname.split('/').at(-1)
    const group = await read(`/admin/product-groups/${id}`)
    assert.deepEqual([group.varies_by, group.variants.length], [['Size', 'Colour'], 20])
    const [first] = group.variants
    assert.deepEqual(
      [first.sku, first.options, first.price, first.available],
      ['LINEN-SHIRT-XS-WHITE', { Size: 'XS', Colour: 'White' }, 39, 25],
    )
    const pictures = group.media.map((picture: { id: string }) => picture.id)
    assert.equal(pictures.length, 4)
    for (const { options, media } of group.variants)
      assert.deepEqual([media.length, media[0].id], [1, pictures[colours.indexOf(options.Colour)]])
    assert.deepEqual(
      group.media.map(({ option }: { option: object }) => option),
      colours.map((Colour) => ({ Colour })),
    )
    assert.deepEqual(faults, [])
  })

  it('has barcode, weight and tax class of each variant, once they are asked for', async (t) => {
    const group = await makeGroup(service, shop, { name: 'Felt hat' })
    const { page, faults } = await visit(t, service, `/console/products/groups/${group.id}`, { as: shop.owner })
    const cell = (column: string, variant: string) => page.getByLabel(`${column} of ${variant}`, { exact: true })
    await cell('SKU', 'S / Red').waitFor()
    assert.equal(await cell('Barcode', 'S / Red').count(), 0)
    await page.getByRole('button', { name: 'Show barcode, weight and tax class' }).click()
    await cell('Barcode', 'S / Red').fill('4006381-333931')
    await cell('Weight in grams', 'S / Red').fill('heavy')
    await cell('Tax class', 'S / Red').fill('reduced')
    await cell('Tax class', 'S / Red').press('Control+d')
    await checkAccess(page)
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await save()
    await page.getByText('Needs a whole number of grams').waitFor()
    assert.equal(await cell('Weight in grams', 'S / Red').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await cell('Weight in grams', 'S / Red').fill('120')
    await save()
    await page.getByText('Felt hat is saved').first().waitFor()
    const { variants } = await read(`/admin/product-groups/${group.id}`)
    assert.deepEqual(
      variants.map(({ gtin, weight_grams, tax_class }: (typeof variants)[0]) => [gtin, weight_grams, tax_class]),
      [['4006381333931', 120, 'reduced'], ...[1, 2, 3].map(() => [null, null, 'reduced'])],
    )
    await service.request('DELETE', `/admin/product-groups/${group.id}`, { headers: shop.owner.headers })
    assert.deepEqual(faults, [])
  })

  it('edits variants as in a spreadsheet, says what is wrong at the cell, and leads to a variant', async (t) => {
    const plain = await makeProduct(service, shop, { sku: 'PLAIN-1' })
    const other = await makeGroup(service, shop)
    const group = await makeGroup(service, shop, { name: 'Wool hat' })
    const first = group.variants[0] ?? assert.fail()
    const { page, faults } = await visit(t, service, `/console/products/groups/${group.id}`, { as: shop.owner })
    const cell = (column: string, variant: string) => page.getByLabel(`${column} of ${variant}`, { exact: true })
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await cell('Price', 'S / Red').focus()
    await page.evaluate(`
      const data = new DataTransfer()
      data.setData('text/plain', '21.50\\t8\\r\\n22\\t9\\r\\n23\\t10\\r\\n')
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)`)
    assert.equal(await cell('Available', 'M / Red').inputValue(), '10')
    await cell('Price', 'M / Blue').fill('much')
    await cell('SKU', 'M / Blue').fill('')
    await save()
    await page.locator('[aria-invalid="true"]').nth(1).waitFor()
    assert.equal(await cell('SKU', 'M / Blue').getAttribute('aria-invalid'), 'true')
    assert.equal(await cell('Price', 'M / Blue').getAttribute('aria-invalid'), 'true')
    await page.getByText('1 variant could not be read; it is said there.').waitFor()
    onlyStatuses(faults, 400)

    // That of another group.
    await cell('Price', 'M / Blue').fill('24')
    await cell('SKU', 'M / Blue').fill(other.variants[0]?.sku ?? '')
    await save()
    await page.getByText('Another product has this SKU.').first().waitFor()
    onlyStatuses(faults, 409)
    await cell('SKU', 'M / Blue').fill('HAT-M-BLUE')

    // Somebody else changes it meanwhile.
    const { headers } = shop.owner
    const path = `/admin/product-groups/${group.id}`
    await service.request('PATCH', path, { headers, body: { brand: 'Regency' } })
    await save()
    await page.getByText(/^Somebody else has changed this product/).waitFor()
    onlyStatuses(faults, 409)
    await page.getByRole('button', { name: 'Replace it with mine' }).click()
    await page.getByText('Wool hat is saved').first().waitFor()
    const saved = await read(path)
    assert.deepEqual(
      saved.variants.map(({ id, sku, price, available }: (typeof saved.variants)[0]) => [id, sku, price, available]),
      group.variants.map(({ id, sku }, at) => [
        id,
        at === 3 ? 'HAT-M-BLUE' : sku,
        [21.5, 22, 23, 24][at],
        [8, 9, 10, 5][at],
      ]),
    )

    // A further value; Backspace takes it away again, and with it its variants.
    const sizes = page.getByLabel('Values of Size')
    await sizes.fill('L')
    await page.keyboard.press('Enter')
    await cell('SKU', 'L / Red').waitFor()
    assert.equal(await cell('SKU', 'L / Red').inputValue(), 'WOOL-HAT-L-RED')
    await page.keyboard.press('Backspace')
    await cell('SKU', 'L / Red').waitFor({ state: 'detached' })
    await checkAccess(page)

    await page.getByRole('link', { name: 'S / Red', exact: true }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Wool hat, S / Red' }).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).count(), 0)
    await page.getByLabel('Weight in grams').fill('120')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Wool hat, S / Red is saved').first().waitFor()
    assert.equal((await read(`/admin/products/${first.id}`)).weight_grams, 120)
    await page.getByRole('link', { name: 'change them in the group' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page
      .getByText(/^Wool hat is deleted/)
      .first()
      .waitFor()
    assert.equal((await service.request('GET', path, { headers })).status, 404)
    assert.equal((await read(`/admin/products/${plain.id}`)).sku, 'PLAIN-1')
    onlyStatuses(faults, 404)
  })

  it('keeps the pictures of a group and of its variants when it is saved', async (t) => {
    const { headers } = shop.owner
    const upload = async () => {
      const bytes = { headers: { ...headers, 'content-type': 'image/png' }, payload: await makePicture('png') }
      return (await service.request('POST', '/admin/media', bytes)).body.data.id
    }
    const [ofGroup, own] = [await upload(), await upload()]
    const [first, second] = variantsOf(['S'])
    const variants = [{ ...first, media: [own] }, second]
    const group = await makeGroup(service, shop, { name: 'Silk scarf', media: [ofGroup], variants })
    const { page, faults } = await visit(t, service, `/console/products/groups/${group.id}`, { as: shop.owner })
    await page.getByLabel('Price of S / Red', { exact: true }).fill('25')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Silk scarf is saved').first().waitFor()
    const path = `/admin/product-groups/${group.id}`
    const idsOf = ({ media }: { media: { id: string }[] }) => media.map(({ id }) => id)
    const saved = await read(path)
    assert.deepEqual(
      [saved.variants[0].price, idsOf(saved), ...saved.variants.map(idsOf)],
      [25, [ofGroup], [own, ofGroup], [ofGroup]],
    )
    // The other variant has none of its own: it follows the group.
    await service.request('PATCH', path, { headers, body: { media: [] } })
    assert.deepEqual((await read(path)).variants.map(idsOf), [[own], []])
    assert.deepEqual(faults, [])
  })

  it('lists a group once, with its prices and whether it is sold, and each variant if asked', async (t) => {
    const group = await makeGroup(service, shop, { name: 'Felt slipper', brand: 'Mill', status: 'draft' })
    const { page, faults } = await visit(t, service, '/console/products?q=felt', { as: shop.owner })
    const row = page.getByRole('row').filter({ hasText: 'Felt slipper' })
    await row.getByText('Size, Colour', { exact: true }).waitFor()
    await row.getByText('4 variants', { exact: true }).waitFor()
    await row.getByText('Draft', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'All variants' }).click()
    await page.getByText('4 SKUs', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?q=felt&variants=all')
    await page.getByRole('button', { name: 'Products', exact: true }).click()
    await page.getByText('1 product', { exact: true }).waitFor()

    await row.getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Make active…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make active' }).click()
    await page
      .getByText(/now active/)
      .first()
      .waitFor()
    assert.equal((await read(`/admin/product-groups/${group.id}`)).status, 'active')
    await page.goto('/console/products?brand=Mill')
    await row.locator('[data-row-link]').click()
    await page.getByRole('heading', { name: 'Felt slipper', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })
})
