import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { reasonOf } from '#test/support/console-page.ts'
import { makeConsoleShop, makeSettings } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

describeService('the console for everyone', startConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 12)
    await makeSettings(service, shop)
  })

  /** Answers its id: one row is imported, one left out. */
  async function brokenImport(): Promise<string> {
    const headers = { ...shop.owner.headers, 'content-type': 'text/csv' }
    const payload = 'sku,name,price\n47566,Party bunting,4.95\n47567,Party bunting,dear\n'
    return (await service.request('POST', '/admin/products/import', { headers, payload })).body.data.id
  }

  it('has no violation of accessibility on any page, in both themes, wide and narrow', async (t) => {
    const { page, faults } = await visit(t, service)
    const found: string[] = []
    const check = async (name: string) => {
      for (const theme of ['light', 'dark']) {
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
          found.push(...(await violations(page)).map((fault) => `${name}, ${theme}, ${width}: ${fault}`))
          await addOverflow(name, width)
        }
      }
      for (const width of [360, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        await addOverflow(name, width)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const addOverflow = async (name: string, width: number) => {
      // A chart is drawn anew when it hears of the window's new size. A limit for a page that stays too wide.
      const fits = 'document.documentElement.scrollWidth <= innerWidth'
      await untilTrue(page, fits, 10_000).catch(() => {})
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (overflow > 0) found.push(`${name}, ${width}: ${overflow} px wider than the window`)
    }
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await check('sign-in')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Top products' }).waitFor()
    await check('dashboard')
    const { headers } = shop.owner
    const order = (await service.request('GET', `/admin/orders/${shop.orderIds[3]}`, { headers })).body.data
    const group = await makeGroup(service, shop, { status: 'draft' })
    const webhook = await makeWebhook(service, shop)
    const sent = (await webhook.request('POST', '/test', {})).body.data
    const promotion = await makePromotion(service, shop, { code: 'OFFER-1' })
    await service.request('POST', '/admin/customer-groups', { headers, body: { name: 'Wholesale' } })
    const card = await makeGiftCard(service, shop, 25, { note: 'A prize' })
    const pages: [path: string, ready: string][] = [
      ['orders', '12 orders'],
      [`orders/${shop.orderIds[3]}`, 'Timeline'],
      ['products', '13 products'],
      ['products/new', 'Create product'],
      ['products/groups/new', 'Create product'],
      [`products/groups/${group.id}`, '4'],
      [`products/${group.variants[0]?.id}`, 'change them in the group'],
      ['products/import', 'Columns of your own files'],
      [`products/imports/${await brokenImport()}`, 'Rows skipped'],
      ['orders/new', 'The total appears here.'],
      ['orders/bank-statement', 'Choose a bank statement, or drop it here'],
      ['promotions', '1 promotion'],
      ['promotions/new', '… % off everything, with the code …'],
      [`promotions/${promotion.id}`, '10 % off everything, with the code OFFER-1.'],
      [`promotions/${promotion.id}/codes`, 'No generated codes'],
      ['gift-cards', '1 gift card'],
      ['gift-cards?open=new', 'Anybody with its code can pay with it.'],
      [`gift-cards/${card.id}`, 'Ledger'],
      ['inventory', '16 products'],
      [`inventory/${order.items[0].product_id}`, 'Ledger'],
      ['customers', '7 customers'],
      [`customers/${order.customer.id}`, 'Contact'],
      ['customers/groups', 'Wholesale'],
      ['customers?open=new', 'Create customer'],
      ['customers/import', 'Columns of your own files'],
      ['webhooks', '1 webhook'],
      ['webhooks/new', 'All events'],
      [`webhooks/${webhook.id}`, '1 delivery'],
      [`webhooks/${webhook.id}/settings`, 'Rotate the secret'],
      [`webhooks/${webhook.id}/deliveries/${sent.id}`, 'Attempts'],
      ['events', 'Status · completed'],
      [`events/${sent.event_id}`, 'Deliveries'],
      ['account', 'Sign out everywhere'],
      ['staff', 'What each role may do'],
      ['staff?open=new', 'Invite to the staff'],
      ['settings/shop', 'E-mails to customers'],
      ['settings/look', 'How your storefront looks, in light and dark mode.'],
      ['settings/mails', 'Your words'],
      ['settings/texts', 'Leave a field empty for our text.'],
      ['settings/pages', 'No pages yet'],
      ['settings/pages/new', 'Create page'],
      ['settings/menus', 'No items yet.'],
      ['settings/home', 'No sections yet.'],
      ['settings/redirects', 'No redirects yet'],
      ['settings/redirects?open=new', 'Create redirect'],
      ['settings/redirects?open=import', 'Choose a file, or drop it here'],
      ['settings/shipping', '4 shipping methods'],
      ['settings/shipping?open=new', 'New shipping method'],
      ['settings/markets', 'No markets yet'],
      ['settings/markets?open=new', 'New market'],
      ['settings/price-lists', 'No price lists yet'],
      ['settings/price-lists?open=new', 'New price list'],
      ['settings/taxes', '7 tax rates'],
      ['settings/roles', '6 roles'],
      ['settings/roles?open=new', 'New role'],
      ['settings/roles?open=manager', 'New role like this'],
      ['settings/api-keys', '3 API keys'],
      ['settings/api-keys?open=new', 'New API key'],
      ['settings/audit-log', '127.0.0.1'],
      ['nowhere', 'There is no such page'],
    ]
    const checkPages = async (some: typeof pages) => {
      for (const [path, ready] of some) {
        await page.goto(`/console/${path}`)
        await page.getByText(ready, { exact: true }).first().waitFor()
        await check(path)
      }
    }
    await checkPages([...pages, ['settings/translations', 'Markets come first']])
    const market = { name: 'Germany', countries: ['DE'], locales: ['de'] }
    await service.request('POST', '/admin/markets', { headers, body: market })
    const { total } = (await service.request('GET', '/admin/translations', { headers })).body.data.pagination
    await checkPages([
      ['settings/translations', `${total} texts`],
      [`settings/translations/product_group/${group.id}/de`, 'Value of Size in English'],
    ])
    await page.goto(`/console/orders/${shop.orderIds[1]}`)
    for (const name of ['Cancel order', 'Fulfil', 'Refund']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await check(`dialog ${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    for (const [path, name] of [
      [`inventory/${order.items[0].product_id}`, 'Adjust'],
      ['products', 'Export'],
    ] as const) {
      await page.goto(`/console/${path}`)
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await check(`dialog ${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('bunting')
    await page.getByRole('option', { name: /Party bunting/ }).waitFor()
    await check('palette')
    assert.deepEqual(found, [])
    assert.deepEqual(faults, [])
  })

  it('is worked by keys alone: go, search, move, open, back, find', async (t) => {
    const { page, faults } = await visit(t, service)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.keyboard.type(shop.owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(shop.owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByText('12 orders', { exact: true }).waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('j')
    const first = await focused()
    await page.keyboard.press('j')
    const second = await focused()
    assert.notEqual(first, second)
    await page.keyboard.press('k')
    assert.equal(await focused(), first)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: first, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('12 orders', { exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(second)
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), second)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('22423')
    await page.getByRole('option', { name: /cakestand/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Regency cakestand, 3 tier' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows a viewer everything and lets them change nothing, saying why', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, `/console/orders/${shop.orderIds[1]}`, { as: viewer })
    const cancel = page.getByRole('button', { name: 'Cancel order' })
    await cancel.waitFor()
    assert.equal(await reasonOf(cancel), 'Your role, viewer, may not do this. It needs orders.write.')
    await cancel.click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('asks to sign in again when the session was ended elsewhere, and goes on', async (t) => {
    const { page } = await visit(t, service, '/console/orders')
    const owner = await makeStaff(service, shop.id, 'owner')
    await signIn(page, owner)
    await page.getByText('12 orders', { exact: true }).waitFor()
    await service.request('POST', '/user/logout-everywhere', { headers: owner.headers })
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    await page.getByRole('dialog').getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('13 products', { exact: true }).waitFor()
  })

  it('says that the network is lost, and goes on when it is back', async (t) => {
    const { page, context } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.getByText('12 orders', { exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByText(/^No connection\./).waitFor()
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await context.setOffline(false)
    await page.getByText('2 orders', { exact: true }).waitFor()
    await page.getByText(/^No connection\./).waitFor({ state: 'detached' })
  })
})
