/** Part of `npm run screenshots`: products with variants. */
import { it } from 'node:test'
import { startQuietConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { makeGroup } from '#test/support/groups.ts'
import { drawProducts, drawShirt } from './screenshots-pictures.ts'
import { take } from './take-screenshots.ts'

it('screenshots', async (t) => {
  const service = await startQuietConsole()
  t.after(() => service.close())
  const shop = await makeConsoleShop(service, 6)
  const sizes = ['XS', 'S', 'M', 'L', 'XL']
  const shirt = await makeGroup(service, shop, {
    name: 'Linen shirt',
    category: 'Clothes',
    brand: 'Regency',
    tags: ['linen', 'summer'],
    description: 'Woven in Ulster, washed once, with buttons of mother-of-pearl.',
    variants: ['White', 'Navy', 'Sand', 'Rust'].flatMap((Colour, at) =>
      sizes.map((Size, index) => ({
        sku: `LINEN-SHIRT-${Size}-${Colour.toUpperCase()}`,
        options: { Size, Colour },
        price: Size === 'XL' ? 45 : 39,
        on_hand: (at * 7 + index * 5) % 13,
      })),
    ),
  })
  await drawProducts(service, shop)
  await drawShirt(service, shop, shirt)
  await makeGroup(service, shop, {
    name: 'Beeswax candle',
    brand: 'Regency',
    varies_by: ['Scent'],
    status: 'draft',
    variants: ['Honey', 'Cedar', 'None'].map((Scent, index) => ({
      sku: `CANDLE-${Scent.toUpperCase()}`,
      options: { Scent },
      price: 9.5 + index,
      on_hand: 12,
    })),
  })
  const { page } = await visit(t, service, '/console', { as: shop.owner })
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const [variant] = shirt.variants
  for (const [name, path, ready] of [
    ['products', 'products', '14 products'],
    ['products-variants', 'products?variants=all', '35 SKUs'],
    ['product-group', `products/groups/${shirt.id}`, 'Web address'],
    ['product-variant', `products/${variant?.id}`, 'change them in the group'],
  ] as const) {
    await page.goto(`/console/${path}`)
    await page.getByText(ready, { exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await take(page, name)
  }
  await page.goto(`/console/products/groups/${shirt.id}`)
  await page.locator('[data-picture]').nth(1).click()
  await page.getByLabel('Variants it shows').waitFor()
  await take(page, 'product-group-picture')
  await page.goto('/console/products')
  const boxes = page.locator('tbody [data-choose]')
  await boxes.nth(1).click()
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await page.getByText(/ chosen$/).waitFor()
  await take(page, 'products-chosen')
  await page.goto('/console/products/groups/new')
  await page.getByLabel('Name', { exact: true }).fill('Merino jumper')
  await page.getByLabel('Option 1', { exact: true }).fill('Size')
  await page.getByLabel('Values of Size').fill('S,M,L,')
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByLabel('Option 2', { exact: true }).fill('Colour')
  await page.getByLabel('Values of Colour').fill('Grey,Moss,')
  await page.getByLabel('Price of S / Grey').fill('89')
  await page.keyboard.press('Control+d')
  await take(page, 'product-group-new')
})
