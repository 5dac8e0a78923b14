import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('POST /admin/users/import', ({ service }) => {
  const on = ({ owner: { headers } }: Pick<TestMerchant, 'owner'>) => {
    const send = (payload: string | Buffer, query = '', type = 'text/csv') =>
      service.request('POST', `/admin/users/import${query}`, { headers: { ...headers, 'content-type': type }, payload })
    const get = async (path: string) => (await service.request('GET', path, { headers })).body
    return {
      send,
      report: async (payload: string | Buffer, query = '') => {
        const { status, body } = await send(payload, query)
        assert.equal(status, 200, JSON.stringify(body))
        return body.data
      },
      list: async (query = '') => (await get(`/admin/users?sort=name&order=asc&${query}`)).data.items,
      exported: async () => String(await get('/admin/users/export')),
      create: async (body: object) =>
        (await service.request('POST', '/admin/users', { headers, body })).body.data.id as string,
      change: (id: string, body: object) => service.request('PATCH', `/admin/users/${id}`, { headers, body }),
    }
  }
  const counts = ({ created, updated, unchanged, failed }: Record<string, number>) => [
    ...[created, updated, unchanged, failed],
  ]
  const lines = (...rows: string[]) => `${rows.join('\n')}\n`
  const email = () => `${unique('ada')}@example.com`

  it('makes and changes customers of our own columns; the same file again changes nothing', async () => {
    const { report, list, create } = on(await makeMerchant(service))
    const [ada, bob] = [email(), email()]
    const known = await create({ email: ada, name: 'A.', note: 'Call first', tags: ['old'] })
    const file = lines(
      'name,email,phone,company,vat_number,tags,note,locale,tax_exempt,accepts_marketing_at,' +
        'accepts_marketing_source,accepts_marketing_withdrawn_at',
      `Ada,${ada.toUpperCase()},+442079460000,Engines,GB980780684,"vip, Trade",,en,true,2026-01-02T03:04:05.000Z,Fair,`,
      `'=1+1,${bob},,,,,"Two\nlines",,,,,`,
      'Called,,+442079460001,,,,,,,,,',
    )
    const dry = await report(file, '?dry_run=true')
    assert.deepEqual([dry.dry_run, dry.format, ...counts(dry)], [true, 'own', 2, 1, 0, 0])
    assert.deepEqual(dry.preview, [
      { row: 2, outcome: 'updated', name: 'Ada', email: ada.toUpperCase() },
      { row: 3, outcome: 'created', name: '=1+1', email: bob },
      { row: 4, outcome: 'created', name: 'Called', email: null },
    ])
    assert.equal((await list()).length, 2, 'a dry run writes nothing')
    assert.deepEqual(counts(await report(file)), [2, 1, 0, 0])
    const found = (await list(`q=${ada}`))[0]
    assert.deepEqual(
      [found.id, found.name, found.email, found.phone, found.company, found.vat_number, found.tags, found.note],
      [known, 'Ada', ada, '+442079460000', 'Engines', 'GB980780684', ['vip', 'Trade'], 'Call first'],
    )
    assert.deepEqual(
      [found.locale, found.tax_exempt, found.accepts_marketing],
      ['en', true, { at: '2026-01-02T03:04:05.000Z', source: 'Fair', withdrawn_at: null }],
    )
    assert.equal((await list(`q=${bob}`))[0].name, '=1+1')
    const before = await list()
    assert.deepEqual(counts(await report(file)), [0, 0, 3, 0])
    assert.deepEqual(await list(), before)
  })

  it('takes the shop’s own export, which changes nothing, and at another shop makes its customers', async () => {
    const shop = await makeMerchant(service)
    const { report, exported, create } = on(shop)
    await makeUser(service, { merchantId: shop.id, name: '@Grace' })
    const consent = { at: '2026-01-02T03:04:05.000Z', source: 'Fair', withdrawn_at: '2026-02-02T03:04:05.000Z' }
    await create({
      name: '-Ada',
      email: email(),
      tags: ['a', 'b'],
      accepts_marketing: consent,
      tax_exempt: true,
      send_before_paid: true,
    })
    const address = {
      name: 'Ada Lovelace',
      company: 'Engines',
      line1: '1 Mall',
      line2: 'Back door',
      city: 'London',
      region: null,
      postal_code: 'SW1A 2AA',
      country: 'GB',
      phone: '+442079460002',
    }
    await create({ phone: '+442079460001', addresses: [address], tags: ['posted'] })
    const file = await exported()
    assert.deepEqual(counts(await report(file)), [0, 0, 4, 0])
    const other = on(await makeMerchant(service))
    assert.deepEqual(counts(await other.report(file)), [4, 0, 0, 0])
    assert.deepEqual(counts(await other.report(file)), [0, 0, 4, 0])
    const [found] = await other.list('tag=a')
    assert.deepEqual([found.accepts_marketing, found.tax_exempt, found.send_before_paid], [consent, true, true])
    const [posted] = await other.list('tag=posted')
    assert.deepEqual([posted.name, posted.company, posted.addresses], [null, null, [address]])
  })

  it('reads Shopify’s customers of both generations, without a consent that has no time', async () => {
    const { report, list } = on(await makeMerchant(service))
    const [ada, bob] = [email(), email()]
    const file = lines(
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,' +
        'Default Address Address1,Default Address Address2,Default Address City,' +
        'Default Address Province Code,Default Address Country Code,Default Address Zip,' +
        'Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
      `'7010,Ada,Lovelace,${ada},yes,Engines,1 Mall,,London,,GB,'SW1A 2AA,,'+442079460000,no,12.50,1,` +
        'Rings twice,no,"vip, trade"',
      `'7011,Bob,,${bob},no,,,,Leeds,,GB,,,,no,0.00,0,,yes,`,
    )
    const answer = await report(file)
    assert.deepEqual([answer.format, ...counts(answer)], ['shopify', 2, 0, 0, 0])
    const dropped = Object.fromEntries(
      answer.columns.map(({ column, count }: { column: string; count: number }) => [column, count]),
    )
    assert.deepEqual(
      [dropped['Accepts Email Marketing'], dropped['Default Address Address1'], dropped['Total Spent']],
      [2, 1, 2],
    )
    const [first, second] = [(await list(`q=${ada}`))[0], (await list(`q=${bob}`))[0]]
    assert.deepEqual(
      [first.name, first.phone, first.note, first.tags, first.company, first.accepts_marketing],
      ['Ada Lovelace', '+442079460000', 'Rings twice', ['vip', 'trade'], 'Engines', null],
    )
    assert.deepEqual(first.addresses, [
      {
        name: 'Ada Lovelace',
        company: 'Engines',
        line1: '1 Mall',
        line2: null,
        city: 'London',
        region: null,
        postal_code: 'SW1A 2AA',
        country: 'GB',
        phone: null,
      },
    ])
    assert.deepEqual([second.name, second.addresses, second.tax_exempt], ['Bob', [], true])
    assert.deepEqual(counts(await report(file)), [0, 0, 2, 0])
    const older = lines(
      'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,' +
        'Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
      `Ada,Lovelace,${ada},Engines,2 Mall,,London,,,United Kingdom,GB,SW1A 2AA,,yes,1,1,New,,no`,
    )
    assert.deepEqual(counts(await report(older)), [0, 1, 0, 0])
    const changed = (await list(`q=${ada}`))[0]
    assert.deepEqual(changed.tags, ['vip', 'trade', 'New'])
    assert.deepEqual(
      changed.addresses.map(({ line1 }: { line1: string }) => line1),
      ['2 Mall', '1 Mall'],
    )
    assert.deepEqual(counts(await report(older)), [0, 0, 1, 0])
  })

  it('reads WooCommerce’s customers, of its analytics and of an export of users, in any encoding', async () => {
    const { report, list } = on(await makeMerchant(service))
    const [ada, bob] = [email(), email()]
    const analytics = lines(
      'Name,Username,Last Active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code',
      `Zoë Ödön,zoe,2026-01-02,2025-01-02,${ada},3,120.00,40.00,DE,Berlin,DE-BE,10115`,
    )
    const answer = await report(Buffer.from(analytics, 'latin1'))
    assert.deepEqual([answer.format, ...counts(answer)], ['woocommerce', 1, 0, 0, 0])
    assert.equal((await list(`q=${ada}`))[0].name, 'Zoë Ödön')
    const users = lines(
      'ID;user_login;user_email;user_pass;first_name;last_name;billing_company;billing_address_1;' +
        'billing_city;billing_postcode;billing_country;billing_phone;locale',
      `7;bob;${bob};$P$secret;Bob;Pike;Pike Ltd;1 Mall;London;SW1A 2AA;GB;020 7946 0000;en_GB`,
    )
    const second = await report(users)
    assert.deepEqual([second.format, ...counts(second)], ['woocommerce', 1, 0, 0, 0])
    const found = (await list(`q=${bob}`))[0]
    assert.deepEqual(
      [found.name, found.company, found.phone, found.locale, found.addresses[0].line1],
      ['Bob Pike', 'Pike Ltd', '+442079460000', 'en-GB', '1 Mall'],
    )
    assert.deepEqual(counts(await report(users)), [0, 0, 1, 0])
  })

  it('a row in error says row, column and rule, and costs no other', async () => {
    const shop = await makeMerchant(service)
    const { report, list } = on(shop)
    const grace = await makeUser(service, { merchantId: shop.id, name: 'Grace' })
    const [ada, bob] = [email(), email()]
    const file = lines(
      'id,name,email,phone,tax_exempt,accepts_marketing_at,accepts_marketing_source',
      `,Ada,${ada},,,,`,
      ',Wrong,no address,,,,',
      ',Wrong,,12,,,',
      ',Wrong,,,perhaps,,',
      ',Wrong,,,,2026-01-02T03:04:05.000Z,',
      ',Wrong,,,,yesterday,Fair',
      `,Twice,${ada},,,,`,
      `${grace.id},,${email()},,,,`,
      ',,,,true,,',
      `,Bob,${bob},,,,`,
    )
    const answer = await report(file)
    assert.deepEqual(counts(answer), [2, 0, 0, 8])
    assert.deepEqual(
      answer.errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
      [
        [3, 'email'],
        [4, 'phone'],
        [5, 'tax_exempt'],
        [6, 'accepts_marketing_source'],
        [7, 'accepts_marketing_at'],
        [8, 'email'],
        [9, 'email'],
        [10, 'name'],
      ],
    )
    assert.equal(answer.errors[5].message, 'is that of row 2')
    for (const [address, name] of [
      [ada, 'Ada'],
      [bob, 'Bob'],
    ])
      assert.equal((await list(`q=${address}`))[0].name, name)
    assert.deepEqual(await list('q=wrong'), [])
  })

  it('finds a guest and an account by their address, and does not undo a withdrawal', async () => {
    const shop = await makeMerchant(service)
    const { report, list, change } = on(shop)
    const [guest, address] = [await makeGuest(service), email()]
    const items = [{ product_id: (await makeProduct(service, shop, { onHand: 9 })).id, quantity: 1 }]
    await shopping(service, { ...guest.headers, 'merchant-id': shop.id }).order(items, { email: address })
    const ada = await makeUser(service, { merchantId: shop.id, name: 'Ada' })
    const withdrawn = { at: '2025-01-02T03:04:05.000Z', source: 'Web', withdrawn_at: '2026-06-02T03:04:05.000Z' }
    await change(ada.id, { accepts_marketing: withdrawn })
    const file = lines(
      'email,note,accepts_marketing_at,accepts_marketing_source',
      `${address},Guest,2026-01-02T03:04:05.000Z,Fair`,
      `${ada.email},Account,2026-01-02T03:04:05.000Z,Fair`,
    )
    assert.deepEqual(counts(await report(file)), [0, 2, 0, 0])
    const found = (id: string) => list(`q=${id}`).then(([one]) => one)
    assert.equal((await found(guest.id)).note, 'Guest')
    assert.deepEqual([(await found(ada.id)).note, (await found(ada.id)).accepts_marketing], ['Account', withdrawn])
    assert.deepEqual(counts(await report(file)), [0, 0, 2, 0])
  })

  it('refuses another type, other kinds of files, unknown columns and too many rows', async () => {
    const { send } = on(await makeMerchant(service))
    assertRefused(await send('{}', '', 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    for (const [file, field] of [
      ['', 'body'],
      ['{"name":"Ada"}\n', 'body'],
      ['name,shoe_size\nAda,40\n', 'header'],
      ['company,note\nEngines,x\n', 'header'],
    ] as const) {
      const refused = await send(file)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field, file)
    }
    assertRefused(await send(`name\n${'Ada\n'.repeat(10_001)}`), 413, 'PAYLOAD_TOO_LARGE')
  })
})
