import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

interface Shown {
  id: string
  alt: string | null
}

const fileOf = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await makePicture() })
const chooserName = /^(?:Add pictures|Add a picture|Replace it)$/
const tilesOf = (page: Page) => page.locator('[data-picture]')
const idsOf = (media: readonly Shown[]) => media.map(({ id }) => id)

/** Opens the chooser of files by its key, and chooses. */
async function choose(page: Page, ...files: Awaited<ReturnType<typeof fileOf>>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel(chooserName).focus()
  await page.keyboard.press('Space')
  await (await chooser).setFiles(files)
}

/** Files as a file manager or the clipboard hands them over. */
function transferOf(files: readonly Awaited<ReturnType<typeof fileOf>>[]): string {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }))
  return `(() => {
    const data = new DataTransfer()
    for (const { name, mimeType, text } of ${JSON.stringify(sent)})
      data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name, { type: mimeType }))
    return data
  })()`
}

async function drop(page: Page, ...files: Awaited<ReturnType<typeof fileOf>>[]): Promise<void> {
  const data = await page.evaluateHandle(transferOf(files))
  const place = page.getByRole('list', { name: /^(?:Pictures|Logo)$/ })
  for (const type of ['dragover', 'drop']) await place.dispatchEvent(type, { dataTransfer: data })
}

/** Pastes where the focus is. */
async function paste(page: Page, ...files: Awaited<ReturnType<typeof fileOf>>[]): Promise<void> {
  const options = `{ clipboardData: ${transferOf(files)}, bubbles: true, cancelable: true }`
  await page.evaluate(`void document.activeElement.dispatchEvent(new ClipboardEvent('paste', ${options}))`)
}

describeShop('pictures in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  async function open(t: TestContext, path: string) {
    const visited = await visit(t, service, path)
    await signIn(visited.page, shop.owner)
    await visited.page.getByLabel(chooserName).waitFor()
    return visited
  }

  it('are chosen, moved, described and taken out of a product by keys alone', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Jug' })
    const { page, faults } = await open(t, `/console/products/${product.id}`)
    await choose(page, await fileOf('front.jpg'), await fileOf('back.jpg'), await fileOf('inside.jpg'))
    await tilesOf(page).nth(2).waitFor()
    assert.deepEqual(await violations(page), [])
    await save(page)
    await page.getByText('Jug is saved').first().waitFor()
    const { media } = await read(`/admin/products/${product.id}`)
    const [front, back, inside] = idsOf(media)
    assert.equal(media.length, 3)

    // The last one to the front, the second out.
    await tilesOf(page).nth(2).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.locator(`[data-picture="${inside}"]:focus`).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.locator(`[data-picture="${back}"]:focus`).waitFor()
    await page.keyboard.press('Delete')
    await page.locator(`[data-picture="${front}"]:focus`).waitFor()
    await page.keyboard.press('Enter')
    await dialogOf(page).getByLabel('What it shows').fill('A blue jug')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Picture 2 of 2, A blue jug' }).waitFor()
    await save(page)
    await page.getByText('Jug is saved').nth(1).waitFor()
    const saved = await read(`/admin/products/${product.id}`)
    assert.deepEqual(
      saved.media.map(({ id, alt }: Shown) => [id, alt]),
      [
        [inside, null],
        [front, 'A blue jug'],
      ],
    )
    await page.goto('/console/products')
    const small = new URL(saved.media[0].sizes[0].url).pathname
    await page.locator(`img[src="${small}"]`).waitFor()
    // The job that tells of the described picture counts a change of the product, before or beside the save.
    onlyStatuses(faults, 409)
  })

  it('are dropped and dragged; what is no picture is named, with the reason', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Vase' })
    const { page, faults } = await open(t, `/console/products/${product.id}`)
    const whole = await makePicture()
    await drop(
      page,
      await fileOf('first.jpg'),
      { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, whole.length / 2) },
      {
        name: 'drawing.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(20 * 1024 * 1024 + 1) },
      await fileOf('last.jpg'),
    )
    for (const text of [
      'notes.pdf is no picture.',
      'cut.jpg is broken or incomplete.',
      'large.jpg is larger than 20 MiB.',
    ])
      await page.getByText(text).waitFor()
    await page.getByText(/^drawing\.svg is .*SVG/).waitFor()
    await tilesOf(page).nth(1).waitFor()
    assert.deepEqual(await violations(page), [])
    onlyStatuses(faults, 400)
    const order = () => tilesOf(page).evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-picture')))
    const [first, last] = await order()
    await tilesOf(page).nth(1).dragTo(tilesOf(page).nth(0))
    assert.deepEqual(await order(), [last, first])
    await save(page)
    await page.getByText('Vase is saved').first().waitFor()
    assert.deepEqual(idsOf((await read(`/admin/products/${product.id}`)).media), [last, first])
  })

  it('of a group are told which variants they show, also by the name of the file', async (t) => {
    const group = await makeGroup(service, shop, { name: 'Wool hat' })
    const { page, faults } = await open(t, `/console/products/groups/${group.id}`)
    await choose(page, await fileOf('hat-red.jpg'), await fileOf('shelf.jpg'))
    await tilesOf(page).nth(1).waitFor()
    await page.getByRole('button', { name: /^Picture 1 of 2, shows Red ?, Not described$/ }).waitFor()
    await tilesOf(page).nth(1).press('Enter')
    await dialogOf(page).getByLabel('What it shows').fill('A hat')
    await dialogOf(page).getByRole('button', { name: 'Focal point' }).press('ArrowUp')
    await dialogOf(page).locator('[data-focus]').waitFor()
    await dialogOf(page).getByLabel('Variants it shows').selectOption('Size: S')
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Picture 2 of 2, shows S ?, A hat$/ }).waitFor()
    await save(page)
    await page.getByText('Wool hat is saved').first().waitFor()
    const { media, variants } = await read(`/admin/product-groups/${group.id}`)
    const [red, shelf] = idsOf(media)
    assert.deepEqual(
      media.map(({ option, focus }: { option: object; focus: object }) => [option, focus]),
      [
        [{ Colour: 'Red' }, null],
        [{ Size: 'S' }, { x: 0.5, y: 0.45 }],
      ],
    )
    const shown = Object.fromEntries(
      variants.map(({ options, media: own }: { options: Record<string, string>; media: Shown[] }) => [
        Object.values(options).join(' '),
        idsOf(own),
      ]),
    )
    assert.deepEqual(shown, {
      'S Red': [red, shelf],
      'S Blue': [shelf],
      'M Red': [red],
      'M Blue': [],
    })
    // One that is taken out of the group is no variant's any more.
    await page.getByRole('button', { name: /^Picture 2 of 2, shows S ?, A hat$/ }).press('Delete')
    await save(page)
    await page.getByText('Wool hat is saved').nth(1).waitFor()
    const after = await read(`/admin/product-groups/${group.id}`)
    assert.deepEqual(
      after.variants.map(({ media: own }: { media: Shown[] }) => idsOf(own)),
      [[red], [], [red], []],
    )
    assert.deepEqual(faults, [])
  })

  it('of a collection and of a new product are saved with it', async (t) => {
    const { page, faults } = await open(t, '/console/collections/new')
    await page.getByLabel('Name', { exact: true }).fill('Summer')
    await page.getByLabel('Filled by hand').check()
    await choose(page, await fileOf('beach.jpg'))
    await tilesOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.getByText('Summer is created').first().waitFor()
    await page.goto('/console/collections')
    const [made] = (await read('/admin/collections')).items
    await page.locator(`img[src="${new URL(made.media[0].sizes[0].url).pathname}"]`).waitFor()

    await page.goto('/console/products/new')
    await page.getByLabel('Name', { exact: true }).fill('Mug')
    await page.getByLabel('SKU').fill('MUG')
    await page.getByLabel('Price in GBP').fill('9')
    await choose(page, await fileOf('mug.jpg'))
    await tilesOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByText('Mug is created').first().waitFor()
    const [mug] = (await read('/admin/products?q=MUG')).items
    assert.equal(mug.media.length, 1)
    assert.deepEqual(faults, [])
  })

  it('are pasted from the clipboard, but not where text is typed', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Tray' })
    const { page, faults } = await open(t, `/console/products/${product.id}`)
    await page.getByLabel('Name', { exact: true }).focus()
    await paste(page, await fileOf('cells.jpg'))
    await page.getByLabel(chooserName).focus()
    await paste(page, await fileOf('clipboard.jpg'))
    await tilesOf(page).first().waitFor()
    await save(page)
    await page.getByText('Tray is saved').first().waitFor()
    assert.equal((await read(`/admin/products/${product.id}`)).media.length, 1)
    assert.deepEqual(faults, [])
  })

  it('are one as the logo of the shop: chosen, described, replaced and taken out by keys', async (t) => {
    const { page, faults } = await open(t, '/console/settings/shop')
    const logo = async (): Promise<Shown | null> => (await read('/admin/merchant')).logo
    await choose(page, await fileOf('logo.jpg'))
    await tilesOf(page).first().press('Enter')
    await dialogOf(page).getByLabel('What it shows').fill('A willow')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Picture 1 of 1, A willow' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await save(page)
    await until(async () => (await logo())?.alt === 'A willow', 'the logo')
    const first = await logo()

    await drop(page, await fileOf('new.jpg'), await fileOf('more.jpg'))
    await page.getByText('more.jpg is left out: one picture is enough.').waitFor()
    await page.locator(`[data-picture]:not([data-picture="${first?.id}"])`).waitFor()
    assert.equal(await tilesOf(page).count(), 1)
    await save(page)
    await until(async () => (await logo())?.id !== first?.id, 'another logo')
    // Messages about what is saved stand above the button, or the pointer would hold them in its way.
    const message = await page.locator('[data-toast]').last().boundingBox()
    const button = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox()
    assert.ok(message && button && message.y + message.height <= button.y, 'the message covers the button')

    await tilesOf(page).first().press('Delete')
    await save(page)
    await until(async () => (await logo()) === null, 'no logo')
    assert.deepEqual(faults, [])
  })
})
