import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { keysOf } from '#test/support/console-keys.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { until } from '#test/support/until.ts'

describeShop('promotions in the console', startConsole, ({ service, shop }) => {
  let products: TestProduct[]
  before(async () => {
    products = await makeProducts(service, shop, [
      { name: 'Desk lamp', category: 'Lights', price: 30, onHand: 20 },
      { name: 'Jug', category: 'Kitchen', price: 8, onHand: 20 },
    ])
    const body = {
      name: 'Presents',
      rules: { match: 'all', conditions: [{ field: 'price', operator: 'below', value: 10 }] },
    }
    await service.request('POST', '/admin/collections', { headers: shop.owner.headers, body })
  })
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('a discount code is made by seven keys and its words', async (t) => {
    const { page, faults } = await visit(t, service, '/console', { as: shop.owner })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const keys = keysOf(page)
    await keys.press('g', 'b')
    await page.getByRole('heading', { name: 'New promotion' }).waitFor()
    const sentence = page.getByRole('status', { name: 'What it does' })
    await sentence.waitFor()
    await keys.type('Summer')
    await keys.press('Tab', 'Tab')
    await keys.type('summer-10')
    await keys.press('Tab', 'Tab')
    await keys.type('12,5')
    await sentence.getByText('12.5 % off everything, with the code SUMMER-10.', { exact: true }).waitFor()
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Summer', exact: true }).waitFor()
    assert.deepEqual(keys.counts(), { pressed: 7, typed: 19 })
    const [made] = (await read('/admin/promotions')).items
    assert.deepEqual([made.name, made.code, made.kind, made.percent], ['Summer', 'SUMMER-10', 'percentage', 12.5])
    assert.deepEqual([made.status, made.applies_to], ['active', { all: true }])
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('the sentence follows every field, and the terms arrive as they are said', async (t) => {
    const { page, faults } = await visit(t, service, '/console/promotions/new', { as: shop.owner })
    const sentence = page.getByRole('status', { name: 'What it does' })
    const says = (text: string) => sentence.getByText(text, { exact: true }).waitFor()
    await says('… % off everything, with the code …')
    await page.getByLabel('Name', { exact: true }).fill('Presents')
    await page.getByLabel('How customers get it').selectOption('Automatic')
    await page.getByLabel('Kind').selectOption('Amount off')
    await page.getByLabel('Amount in GBP').fill('1,50')
    await page.getByLabel('Off each unit').check()
    await says('£1.50 off each unit of everything, without a code.')
    await page.getByLabel('Chosen products').check()
    const find = page.getByRole('combobox', { name: /^Applies to: find products/ })
    for (const [text, name] of [
      ['pres', 'Presents'],
      ['lights', 'Lights'],
      ['desk', 'Desk lamp'],
    ] as const) {
      await find.fill(text)
      await page.getByRole('option', { name }).first().waitFor()
      await find.press('Enter')
    }
    await says('£1.50 off each unit of Presents, Desk lamp and all in Lights, without a code.')
    await page.getByText('Except some').first().click()
    const except = page.getByRole('combobox', { name: /excepted$/ })
    await except.fill('fragile')
    await page.getByRole('option', { name: '“fragile” Tag' }).waitFor()
    await except.press('Enter')
    await page.getByLabel('Not what is on sale').check()
    await page.getByLabel('Worth at least in GBP').fill('20')
    await page.getByLabel('Starts').fill('2098-12-01T00:00')
    await page.getByLabel('Ends').fill('2098-12-04T00:00')
    await page.getByLabel('For new customers only').check()
    await page.getByLabel('Times per customer').fill('1')
    await page.getByLabel('Uses in total').fill('500')
    await says(
      '£1.50 off each unit of Presents, Desk lamp and all in Lights except all tagged “fragile” unless it is on sale ' +
        'from £20.00, from 1 December 2098 until 3 December 2098, for new customers, once per customer, for the ' +
        'first 500 orders, without a code.',
    )
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Create promotion' }).click()
    await page.getByRole('heading', { name: 'Presents', exact: true }).waitFor()
    const [made] = (await read('/admin/promotions')).items
    const [{ id: collection }] = (await read('/admin/collections')).items
    assert.deepEqual(made.applies_to, {
      product_ids: [products[0]?.id],
      collection_ids: [collection],
      categories: ['Lights'],
      except: { tags: ['fragile'] },
      not_on_sale: true,
    })
    assert.deepEqual(
      [made.amount, made.each, made.minimum, made.customers],
      [1.5, true, { subtotal: 20 }, { new_only: true }],
    )
    assert.deepEqual([made.starts_at, made.ends_at], ['2098-12-01T00:00:00.000Z', '2098-12-04T00:00:00.000Z'])
    assert.deepEqual([made.per_customer_limit, made.usage_limit, made.status], [1, 500, 'scheduled'])
    // What is read again says the same, and is found in the list.
    await page.getByRole('link', { name: 'Back to the promotions' }).click()
    await page.getByText(/^£1\.50 off each unit of Presents, all in Lights and 1 more except/).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Presents' }).click()
    // The list has a filter of this label, too.
    await sentence.waitFor()
    await page.getByLabel('Kind').selectOption('Buy some, get some')
    await page.getByLabel('Percent off those').fill('50')
    await sentence.getByText(/^Buy 2 of everything, get 1 of everything at 50 % off from £20\.00/).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Presents is saved').first().waitFor()
    const changed = await read(`/admin/promotions/${made.id}`)
    assert.deepEqual([changed.kind, changed.amount, changed.applies_to], ['buy_x_get_y', null, { all: true }])
    assert.deepEqual(changed.get, { quantity: 1, of: { all: true }, percent: 50 })
    assert.deepEqual(faults, [])
  })

  it('says at its field what is refused', async (t) => {
    await makePromotion(service, shop, { code: 'TAKEN-1' })
    const { page, faults } = await visit(t, service, '/console/promotions/new', { as: shop.owner })
    await page.getByLabel('Name', { exact: true }).fill('Refused')
    await page.getByLabel('Code', { exact: true }).fill('taken-1')
    await page.getByLabel('Percent', { exact: true }).fill('120')
    const create = page.getByRole('button', { name: 'Create promotion' })
    await create.click()
    await page.getByText('Needs a number up to 100, with at most two decimals.').waitFor()
    await page.getByLabel('Percent', { exact: true }).fill('0')
    await page.getByLabel('Ends').fill('2020-01-01T00:00')
    await page.getByLabel('Chosen products').check()
    await create.click()
    await page.getByText('Must be more than 0.').waitFor()
    await page.getByText('Names no products.').waitFor()
    onlyStatuses(faults, 400)
    await page.getByLabel('Percent', { exact: true }).fill('5')
    await page.getByLabel('Everything').first().check()
    await page.getByLabel('Code', { exact: true }).fill('free-1')
    await create.click()
    await page.getByText('Must be in the future.').waitFor()
    await page.getByLabel('Ends').fill('')
    await page.getByLabel('Code', { exact: true }).fill('taken-1')
    await create.click()
    await page.getByText('Another promotion of this shop has this code.').waitFor()
    onlyStatuses(faults, 400, 409)
    assert.equal(await page.evaluate('document.activeElement.value'), 'taken-1')
  })

  it('codes are generated with their progress, exported, revoked, and the promotion made active', async (t) => {
    const { page, context, faults } = await visit(t, service, '/console/promotions/new')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, shop.owner)
    await page.getByLabel('Name', { exact: true }).fill('For guests')
    await page.getByLabel('How customers get it').selectOption('With generated codes')
    await page.getByText('It stays paused until you generate them.').waitFor()
    await page.getByLabel('Percent', { exact: true }).fill('20')
    await page.getByRole('button', { name: 'Create promotion' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('How many').fill('0')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.getByText('Must be at least 1.').waitFor()
    await dialog.getByLabel('How many').fill('3')
    await dialog.getByLabel('Begin with').fill('vip-')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await page.getByText('3 codes. The promotion is paused: nobody can use them yet.').waitFor()
    const rows = page.getByRole('table', { name: 'Codes' }).getByText(/^VIP-/)
    await rows.nth(2).waitFor()
    const [first = ''] = await rows.allTextContents()
    await page.getByRole('button', { name: `Revoke ${first}` }).click()
    await dialog.getByText('Nobody can use it any more. It cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(`${first} is revoked`).first().waitFor()
    await page.getByText('Revoked', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const file = await readFile((await download.path()) ?? assert.fail(), 'utf8')
    assert.equal(file.match(/^VIP-/gm)?.length, 3)
    await page.getByRole('button', { name: 'Make active' }).click()
    await page.getByText('For guests is active').first().waitFor()
    const [made] = (await read('/admin/promotions')).items
    assert.deepEqual([made.status, made.has_codes, made.code_count], ['active', true, 3])
    assert.deepEqual(faults, [])
  })

  it('leads to its orders, is paused and deleted', async (t) => {
    const promotion = await makePromotion(service, shop, { name: 'Spring', code: 'SPRING' })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: products[0]?.id, quantity: 1 }]
    const order = (await shopper.order(items, { discount_codes: ['SPRING'] })).body.data
    await shopper.order(items)
    const { page, faults } = await visit(t, service, `/console/promotions/${promotion.id}`, { as: shop.owner })
    await page.getByRole('link', { name: '1 order', exact: true }).click()
    await page.getByText('With Spring').waitFor()
    await page.getByText('1 order', { exact: true }).waitFor()
    await page.getByRole('link', { name: order.order_number }).click()
    await page.getByRole('link', { name: 'Spring', exact: true }).waitFor()
    await page.getByText('-£3.00').first().waitFor()
    await page.goto('/console')
    await page.getByRole('region', { name: 'Discounts' }).getByRole('link', { name: 'Spring 1 order £3.00' }).waitFor()
    await page.goto(`/console/promotions/${promotion.id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Spring is paused').first().waitFor()
    await page.getByRole('button', { name: 'Make active' }).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialogOf(page).getByText('1 order with it keeps its discount. It cannot be undone.').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Spring is deleted').first().waitFor()
    assert.equal(
      (await service.request('GET', `/admin/promotions/${promotion.id}`, { headers: shop.owner.headers })).status,
      404,
    )
    assert.deepEqual(faults, [])
  })

  it('are found by name, code, status and kind, also after a reload', async (t) => {
    const other = await makeMerchant(service)
    await makePromotion(service, other, { name: 'Autumn', code: 'LEAF-5' })
    await makePromotion(service, other, { name: 'Post is free', kind: 'free_shipping', status: 'paused' })
    const fair = await makePromotion(service, other, { name: 'For guests', percent: 20 })
    const { headers } = other.owner
    await service.request('POST', `/admin/promotions/${fair.id}/codes`, {
      headers,
      body: { count: 2, prefix: 'FAIR-' },
    })
    const codes = await until(async () => {
      const answer = await service.request('GET', `/admin/promotions/${fair.id}/codes`, { headers })
      return answer.body.data.items.length === 2 && answer.body.data.items
    }, 'the codes')
    const { page, faults } = await visit(t, service, '/console/promotions', { as: other.owner })
    const rows = page.getByRole('table', { name: 'Promotions' }).getByRole('link')
    const shows = (...names: string[]) =>
      until(async () => String((await rows.allTextContents()).sort()) === String(names), names.join(' and '))
    await shows('Autumn', 'For guests', 'Post is free')
    const find = page.getByRole('searchbox', { name: 'Name or code' })
    await page.keyboard.press('/')
    await page.keyboard.type('leaf')
    await shows('Autumn')
    await find.fill(codes[0].code)
    await shows('For guests')
    await find.fill('nothing like it')
    await page.getByText('Another filter, name or code may find it.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('button', { name: 'Paused' }).click()
    await shows('Post is free')
    await page.getByRole('button', { name: 'All' }).click()
    await page.getByLabel('Kind').selectOption('Percentage off')
    await shows('Autumn', 'For guests')
    await page.reload()
    await shows('Autumn', 'For guests')
    await rows.first().click()
    await page.getByRole('link', { name: 'Back to the promotions' }).click()
    await shows('Autumn', 'For guests')
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('a viewer reads them and is told what the role lacks', async (t) => {
    const promotion = await makePromotion(service, shop, { name: 'Seen', code: 'SEEN-1' })
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/promotions', { as: viewer })
    const why = 'Your role, viewer, may not do this. It needs promotions.write.'
    await page.getByRole('link', { name: 'Seen' }).waitFor()
    assert.equal(await reasonOf(page.getByRole('button', { name: 'New promotion' })), why)
    await page.goto(`/console/promotions/${promotion.id}`)
    for (const name of ['Pause', 'Delete', 'Save'])
      assert.equal(await reasonOf(page.getByRole('button', { name, exact: true })), why)
    await page.goto(`/console/promotions/${promotion.id}/codes`)
    assert.equal(await reasonOf(page.getByRole('button', { name: 'Generate' })), why)
    assert.deepEqual(faults, [])
  })
})
