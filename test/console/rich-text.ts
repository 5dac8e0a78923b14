import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { newId } from '#src/platform/lib/ids.ts'
import { waitingAddress } from '#src/platform/rich-text/index.ts'
import { violations } from '#test/support/axe.ts'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

describe('descriptions in the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
  const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function open(t: Parameters<typeof visit>[0], description_html: string, name: string) {
    const { id } = await makeProduct(service, shop, { name })
    const { headers } = shop.owner
    const set = await service.request('PATCH', `/admin/products/${id}`, { headers, body: { description_html } })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    const visited = await visit(t, service, `/console/products/${id}`)
    await signIn(visited.page, shop.owner)
    const html = async (): Promise<string> => (await read(`/admin/products/${id}`)).description_html
    const save = async () => {
      const answer = visited.page.waitForResponse((response) => response.request().method() === 'PATCH')
      await tool(visited.page, 'Save').click()
      assert.equal((await answer).status(), 200)
    }
    return { ...visited, id, html, save }
  }

  it('keep a picture that is being fetched where somebody changes the words around it', async (t) => {
    const id = newId()
    await sql`insert into media (merchant_id, id, state) values (${shop.id}, ${id}, 'processing')`.execute(
      service.deps.db,
    )
    const picture = `<img src="${waitingAddress(id)}" alt="A mug" />`
    const { page, html, save } = await open(t, `<p>Old ${picture}</p>`, 'Waiting mug')
    const frame = textOf(page).getByRole('img', { name: 'A mug', exact: true })
    await frame.waitFor()
    const box = await frame.boundingBox()
    assert.ok((box?.width ?? 0) >= 90 && (box?.height ?? 0) >= 60, JSON.stringify(box))
    await textOf(page).press('Control+Home')
    await page.keyboard.type('Very ')
    await save()
    assert.equal(await html(), `<p>Very Old ${picture}</p>`)
  })

  it('are written with lists, links and tables, by keys and by tools', async (t) => {
    const { page, html, save, faults, id } = await open(t, '<p>Soft cotton</p>', 'Shirt')
    await textOf(page).getByText('Soft cotton').waitFor()
    await textOf(page).press('Control+End')
    await page.keyboard.press('Enter')
    await tool(page, 'Bulleted list').click()
    await page.keyboard.type('warm')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('light')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Care: ')
    await tool(page, 'Link').click()
    await page.getByLabel('Address of the link').fill('not an address')
    await page.keyboard.press('Enter')
    await page.getByText('Write a web address, a path').waitFor()
    await page.getByLabel('Address of the link').fill('example.com/care')
    await page.keyboard.press('Enter')
    await page.getByLabel('Address of the link').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await tool(page, 'Table').click()
    await page.keyboard.type('Size')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Chest')
    await page.keyboard.press('Tab')
    await tool(page, 'Remove column').click()
    assert.deepEqual(await violations(page), [])
    await save()
    const written = await html()
    for (const part of [
      '<p>Soft cotton</p><ul><li>warm</li><li><strong>light</strong></li></ul>',
      '<a href="https://example.com/care"',
      '<table><thead><tr><th>Size</th><th>Chest</th></tr></thead>',
    ])
      assert.ok(written.includes(part), written)
    const { description } = await read(`/admin/products/${id}`)
    assert.ok(description.startsWith('Soft cotton\n\n- warm\n- light'), description)
    await page.reload()
    await textOf(page).getByRole('listitem').filter({ hasText: 'light' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('stay as they are while others are saved, and are emptied', async (t) => {
    const before = '<p>Odd   <em>but</em> ours</p><blockquote><p>x</p></blockquote>'
    const { page, html, save, faults } = await open(t, before, 'Left alone')
    const start = await html()
    await textOf(page).getByText('ours').waitFor()
    await page.getByLabel('Category').fill('Shirts')
    await save()
    assert.equal(await html(), start)
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await save()
    assert.equal(await html(), null)
    assert.deepEqual(faults, [])
  })

  it('are edited as HTML, too, and the element that is refused is named', async (t) => {
    const { page, html, save } = await open(t, '<p>One</p>', 'In source')
    await textOf(page).getByText('One').waitFor()
    await tool(page, 'HTML').click()
    await textOf(page).fill('<p>Two</p><form>x</form>')
    await tool(page, 'Save').click()
    await page.getByText(/form/i).and(page.locator('[id$="-error"]')).waitFor()
    await textOf(page).fill('<h2>Two</h2><p>rows</p>')
    await tool(page, 'Back to the text').click()
    await textOf(page).getByRole('heading', { name: 'Two' }).waitFor()
    await save()
    assert.equal(await html(), '<h2>Two</h2><p>rows</p>')
    await tool(page, 'HTML').click()
    await textOf(page).fill('<p>Three</p><img src="https://shop.example/a.png" alt="">')
    await save()
    await page
      .getByText('Pictures from other websites were left out. Upload them to your shop first.')
      .first()
      .waitFor()
    assert.equal(await html(), '<p>Three</p>')
  })

  it('with figures open as HTML, since the text would lose them', async (t) => {
    const { page } = await open(t, '<figure><figcaption>By hand</figcaption></figure>', 'Figured')
    await page.getByText('This text has figures, which can only be edited as HTML.').waitFor()
    assert.match(await textOf(page).inputValue(), /<figure>/)
  })

  it('lose the styles of what is pasted, and keep what they mean', async (t) => {
    const { page, html, save, faults } = await open(t, '<p>x</p>', 'Pasted')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.evaluate(`{
      const data = new DataTransfer()
      data.setData('text/html', [
        '<style>p{}</style><b style="font-weight:normal"><h1><span style="color:red">Care</span></h1>',
        '<p class="MsoNormal"><span style="font-weight:700">Wash</span> ',
        '<span style="font-style:italic">cold</span><o:p></o:p></p></b>',
      ].join(''))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('.ProseMirror').dispatchEvent(event)
    }`)
    await textOf(page).getByRole('heading', { name: 'Care' }).waitFor()
    await save()
    assert.equal(await html(), '<h2>Care</h2><p><strong>Wash</strong> <em>cold</em></p>')
    assert.deepEqual(faults, [])
  })
})
