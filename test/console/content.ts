import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'

describeShop('pages, menus and the home page in the console', startConsole, ({ service, shop }) => {
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { headers } = shop.owner
    return (await service.request(method, `/admin/${path}`, { headers, ...(body && { body }) })).body.data
  }

  it('makes a page of a kind from headings, publishes it, says what is taken, and deletes it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/pages', { as: shop.owner })
    await page.getByRole('heading', { name: 'No pages yet' }).waitFor()
    await page.getByRole('link', { name: 'New page' }).first().click()
    const form = page.getByRole('form', { name: 'Page', exact: true })
    await form.getByLabel('Title', { exact: true }).fill('Impressum')
    await form.getByLabel('Kind', { exact: true }).selectOption('imprint')
    await form.getByRole('button', { name: 'Headings in German' }).click()
    await form.getByRole('heading', { name: 'Name, Rechtsform und Anschrift' }).waitFor()
    await form.getByRole('button', { name: 'Create page' }).click()
    await page.getByText('Impressum is created').first().waitFor()
    const [made] = (await send('GET', 'pages')).items
    assert.deepEqual([made.slug, made.kind, made.status], ['impressum', 'imprint', 'draft'])
    assert.match((await send('GET', `pages/${made.id}`)).body_html, /^<h2>Name, Rechtsform und Anschrift<\/h2>/)

    await form.getByRole('button', { name: 'Save page' }).waitFor()
    await form.getByLabel('Status', { exact: true }).selectOption('published')
    await form.getByLabel('Web address', { exact: true }).fill('Not an address')
    await form.getByRole('button', { name: 'Save page' }).click()
    await faultAt(
      form.getByLabel('Web address', { exact: true }),
      'Must be lower-case words with hyphens between, such as not-an-address.',
    )
    onlyStatuses(faults, 400)
    await form.getByLabel('Web address', { exact: true }).fill('legal')
    await form.getByRole('button', { name: 'Save page' }).click()
    await page.getByText('Page saved').first().waitFor()
    assert.equal((await send('GET', `pages/${made.id}`)).status, 'published')

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No pages yet' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('writes a menu with an item below another, and marks what is gone', async (t) => {
    const about = await send('POST', 'pages', { title: 'About us', status: 'published' })
    const { page, faults } = await visit(t, service, '/console/settings/menus', { as: shop.owner })
    const items = page.getByRole('form', { name: 'Items of the menu' }).getByRole('listitem')
    const add = page.getByRole('button', { name: 'Add item' })
    await add.click()
    await items.nth(0).getByLabel('Title', { exact: true }).fill('Shop')
    await items.nth(0).getByLabel('Leads to', { exact: true }).selectOption('url')
    await items.nth(0).getByLabel('Address', { exact: true }).fill('/products')
    await add.click()
    await items.nth(1).getByLabel('Title', { exact: true }).fill('About')
    await items.nth(1).getByLabel('Page', { exact: true }).selectOption({ label: 'About us' })
    await items.nth(1).getByRole('button', { name: 'Move in: About' }).click()
    const menu = page.getByRole('combobox', { name: 'Menu', exact: true })
    await menu.selectOption('footer')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    assert.equal(await menu.inputValue(), 'main', 'with what was typed')
    await page.getByRole('button', { name: 'Save menu' }).click()
    await page.getByText('Menu saved').first().waitFor()
    assert.deepEqual((await send('GET', 'menus/main')).items, [
      {
        title: 'Shop',
        type: 'url',
        url: '/products',
        items: [{ title: 'About', type: 'page', id: about.id, slug: 'about-us', items: [] }],
      },
    ])
    const { headers } = shop.owner
    await service.request('DELETE', `/admin/pages/${about.id}`, { headers })
    await page.reload()
    await items.nth(1).getByText('Customers do not see this item: it is deleted, or not published.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('writes the home page and an announcement; who may only read changes nothing', async (t) => {
    const collection = await send('POST', 'collections', { name: 'Winter' })
    const { page, faults } = await visit(t, service, '/console/settings/home', { as: shop.owner })
    const announcement = page.getByRole('form', { name: 'Announcement', exact: true })
    await announcement.getByLabel('What it says').fill('Closed in May')
    await announcement.getByRole('button', { name: 'Save announcement' }).click()
    await page.getByText('Announcement saved').first().waitFor()
    assert.equal((await send('GET', 'merchant')).announcement.text, 'Closed in May')

    const form = page.getByRole('form', { name: 'Home page', exact: true })
    await form.getByRole('button', { name: 'Add section' }).click()
    const hero = form.getByRole('group', { name: 'Section 1: Large picture with a title' })
    await hero.getByLabel('Title', { exact: true }).fill('Made to last')
    await form.getByLabel('New section', { exact: true }).selectOption('collection_row')
    await form.getByRole('button', { name: 'Add section' }).click()
    const row = form.getByRole('group', { name: 'Section 2: Products of a collection' })
    await row.getByLabel('Collection', { exact: true }).selectOption({ label: 'Winter' })
    await row.getByRole('button', { name: 'Move up: section 2' }).click()
    await form.getByRole('button', { name: 'Save home page' }).click()
    await page.getByText('Home page saved').first().waitFor()
    const { sections } = await send('GET', 'home')
    assert.deepEqual(
      sections.map(({ type }: { type: string }) => type),
      ['collection_row', 'hero'],
    )
    assert.equal(sections[0].collection.id, collection.id)
    assert.deepEqual(faults, [])

    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page: read } = await visit(t, service, '/console/settings/home', { as: viewer })
    await read.getByRole('button', { name: 'Save home page', disabled: true }).waitFor()
  })

  it('overwrites neither a menu nor a home page that a colleague has written meanwhile', async (t) => {
    const { headers } = shop.owner
    const link = { title: 'Theirs', type: 'url', url: '/' }
    for (const [path, address, theirs] of [
      ['menus', 'menus/footer', { items: [link] }],
      ['home', 'home', { sections: [{ type: 'hero', title: 'Theirs' }] }],
    ] as const) {
      const { page, faults } = await visit(t, service, `/console/settings/${path}`, { as: shop.owner })
      if (path === 'menus') {
        await page.getByRole('combobox', { name: 'Menu', exact: true }).selectOption('footer')
        await page.getByRole('button', { name: 'Add item' }).click()
      } else await page.getByRole('button', { name: 'Add section' }).click()
      const form = page.getByRole('form', { name: path === 'menus' ? 'Items of the menu' : 'Home page', exact: true })
      const title = form.getByLabel('Title', { exact: true }).last()
      await title.fill('Mine')
      if (path === 'menus') {
        await form.getByLabel('Leads to', { exact: true }).selectOption('url')
        await form.getByLabel('Address', { exact: true }).fill('/mine')
      }
      assert.equal((await service.request('PUT', `/admin/${address}`, { headers, body: theirs })).status, 200)
      await form.getByRole('button', { name: /^Save / }).click()
      await form.getByText('has changed since; read it again').waitFor()
      assert.equal(await title.inputValue(), 'Mine', 'what was typed')
      const [item] = Object.values(await send('GET', address)).find(Array.isArray) ?? []
      assert.equal(item.title, 'Theirs')
      onlyStatuses(faults, 409)
    }
  })
})
