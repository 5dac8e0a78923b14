/** `npm run screenshots`: an import of products, from the choice of the file to its report. */
import { it } from 'node:test'
import { startQuietConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { table } from '#test/support/foreign-files.ts'
import { take } from './take-screenshots.ts'

const picture = (name: string) => `https://cdn.example.com/${name}.jpg`
const size = (value: string, sku: string) => ({ 'Option1 Value': value, 'Variant SKU': sku, 'Variant Price': '39.90' })
const titles = ['Handle', 'Title', 'Vendor', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price']
const shopify = table(
  [...titles, 'Variant Inventory Qty', 'Image Src', 'Cost per item'],
  {
    Handle: 'linen-shirt',
    Title: 'Linen shirt',
    Vendor: 'Hollybank',
    'Option1 Name': 'Size',
    ...size('S', 'LINEN-S'),
    'Variant Inventory Qty': 4,
    'Image Src': picture('front'),
    'Cost per item': '12.00',
  },
  { Handle: 'linen-shirt', ...size('M', 'LINEN-M'), 'Variant Inventory Qty': 7, 'Image Src': picture('back') },
  { Handle: 'linen-shirt', ...size('L', 'LINEN-L'), 'Image Src': 'back.jpg' },
  {
    Handle: 'tea-towel',
    Title: 'Tea towel',
    'Variant SKU': 'TOWEL',
    'Variant Price': '8.50',
    'Image Src': picture('t'),
  },
  { Handle: 'apron', Title: 'Apron', 'Variant SKU': 'APRON', 'Variant Price': 'on request' },
)
const foreign = 'Artikel;Titel;Preis;Farbe\nHUT-1;Hut, grau;12,50;grau\nHUT-2;Hut, braun;14,00;braun\n'

it('screenshots of an import', async (t) => {
  const service = await startQuietConsole()
  t.after(() => service.close())
  const shop = await makeConsoleShop(service, 12)
  const { page } = await visit(t, service, '/console/products/import', { as: shop.owner })
  const choose = async (name: string, text: string) =>
    page
      .getByLabel('Choose a file, or drop it here')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('Columns of your own files').waitFor()
  await take(page, 'import')
  await choose('waren.csv', foreign)
  await page.getByLabel('Artikel is read as').selectOption('sku')
  await page.getByLabel('Titel is read as').selectOption('name')
  await take(page, 'import-columns')
  await choose('products_export.csv', shopify)
  await page.getByRole('row').filter({ hasText: 'LINEN-M' }).waitFor()
  await take(page, 'import-preview', { whole: true })
  await page.getByRole('button', { name: 'Import products_export.csv' }).click()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: 'Dismiss' })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => {})
  await take(page, 'import-report')
})
