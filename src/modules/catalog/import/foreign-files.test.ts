import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'

/** Files as spreadsheets and other shop systems write them. */
describeService('foreign product files', ({ service }) => {
  let shop: TestMerchant
  const newShop = async () => {
    shop = await makeMerchant(service)
  }

  const send = (payload: string | Buffer, query = '', type = 'text/csv') =>
    service.request('POST', `/admin/products/import${query}`, {
      headers: { ...shop.owner.headers, 'content-type': type },
      payload,
    })
  const counts = ({ body: { data } }: Awaited<ReturnType<typeof send>>) =>
    ['created', 'updated', 'unchanged', 'failed'].map((name) => data[name])
  const products = async () => {
    const { body } = await service.request('GET', '/admin/products?limit=100', { headers: shop.owner.headers })
    return new Map<string, Record<string, unknown>>(
      body.data.items.map((product: { sku: string }) => [product.sku, product]),
    )
  }
  const faultsOf = (answer: Awaited<ReturnType<typeof send>>) => {
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'])
    return answer.body.error.details.map(({ field, message }: Record<string, string>) => `${field} ${message}`)
  }

  const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\u0080').replaceAll('–', '\u0096'), 'latin1')
  const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

  it('POST /admin/products/import reads the encodings, separators and line ends of spreadsheets', async () => {
    await newShop()
    const table = (separator: string, price: string, end: string) =>
      ['sku', 'Name', 'Price', 'On hand', 'description']
        .join(separator)
        .concat(end, end, ['ü1', '"Zwölf"', price, '5.0', '"two\nlines"'].join(separator), end)
    const dash = (text: string) => text.replace('Zwölf', 'Zwölf – 5 €')
    const files: [string, Buffer, string, string][] = [
      ['UTF-8', Buffer.from(dash(table(',', '12.50', '\n'))), 'utf-8', ','],
      ['UTF-8 with mark', Buffer.from(`\ufeff${dash(table(';', '12,50', '\r\n'))}`), 'utf-8', ';'],
      ['UTF-16 LE', Buffer.from(`\ufeff${dash(table('\t', '12,50', '\r\n'))}`, 'utf16le'), 'utf-16le', '\t'],
      ['UTF-16 BE', utf16be(dash(table(';', '12.50', '\n'))), 'utf-16be', ';'],
      ['UTF-16 without mark', Buffer.from(dash(table('\t', '12,50', '\n')), 'utf16le'), 'utf-16le', '\t'],
      ['Windows-1252', windows1252(dash(table(';', '12,50', '\r\n'))), 'windows-1252', ';'],
      ['carriage returns', Buffer.from(dash(table('|', '12.50', '\r')).replace('\n', '\r')), 'utf-8', '|'],
      ['sep=', Buffer.from(`sep=;\r\n${dash(table(';', '12,50', '\r\n'))}`), 'utf-8', ';'],
    ]
    for (const [name, file, encoding, separator] of files) {
      await newShop()
      const answer = await send(file)
      assert.deepEqual([answer.status, counts(answer)], [200, [1, 0, 0, 0]], `${name} ${JSON.stringify(answer.body)}`)
      assert.deepEqual(answer.body.data.file, { encoding, separator, ignored: [] }, name)
      const { name: read, price, available, description } = (await products()).get('ü1') ?? {}
      const expected = { read: 'Zwölf – 5 €', price: 12.5, available: 5, description: 'two\nlines' }
      assert.deepEqual({ read, price, available, description }, expected, name)
    }
  })

  it('POST /admin/products/import of NDJSON with a mark, in UTF-16 too, reads it', async () => {
    for (const file of [
      Buffer.from('\ufeff{"sku":"é","name":"N","price":1}\n'),
      Buffer.from('\ufeff{"sku":"é","name":"N","price":1}\r\n', 'utf16le'),
    ]) {
      await newShop()
      assert.deepEqual(counts(await send(file, '', 'application/x-ndjson')), [1, 0, 0, 0])
      assert.deepEqual([...(await products()).keys()], ['é'])
    }
  })

  it('POST /admin/products/import with numbers that are none, or could be two, reports their rows', async () => {
    await newShop()
    const answer = await send('sku;name;price;on_hand\nA;A;1e3;1\nB;B;1.234;1\nC;C;1.234,50;5,0\nD;D;2,50;1.000\n')
    assert.deepEqual(
      answer.body.data.errors.map(({ row, field, message }: Record<string, unknown>) => [row, field, message]),
      [
        [2, 'price', 'must be a number, such as 12.50'],
        [3, 'price', 'could be 1.234 or 1234: write it without the .'],
        [5, 'on_hand', 'could be 1.000 or 1000: write it without the .'],
      ],
    )
    const { price, available } = (await products()).get('C') ?? {}
    assert.deepEqual([price, available], [1234.5, 5])
  })

  it('POST /admin/products/import skips blank lines and columns without a name', async () => {
    await newShop()
    const answer = await send('\n  \nsku,name,price,,\n,,,,\n \t,\nA,A,1,,,\nB,B,2,x,\nC,C,3\n,,,,\n')
    assert.deepEqual(counts(answer), [1, 0, 0, 2])
    const [named, short] = answer.body.data.errors
    assert.deepEqual([named.row, named.message], [7, 'has text in column 4, which has no name'])
    assert.deepEqual([short.row, short.message], [8, 'has 3 fields, not 5'])
  })

  it('POST /admin/products/import with a wrong header tells all that is wrong with it at once', async () => {
    await newShop()
    const columns = 'sku, name, description, description_html, category, price, status, image_url, on_hand'
    const options = [1, 2, 3].map((number) => `option_${number}_name, option_${number}_value`).join(', ')
    const ofGroup = 'group_media, group_media_alt, group_media_option'
    const pictures = `group_status, group_metadata, position, media, media_alt, ${ofGroup}`
    const plain = 'unit_pricing_measure, unit_pricing_base_measure, metadata, slug'
    const card = 'gift_card, voucher, voucher_country'
    const seo = 'seo_title, seo_description'
    const prices = 'compare_at_price, unit_cost'
    const further = `${card}, brand, gtin, tags, ${prices}, ${seo}, ${plain}, group, ${options}, ${pictures}`
    const known = `${columns}, requires_shipping, weight_grams, tax_class, withdrawal, ${further}`
    assert.deepEqual(faultsOf(await send('name,Name,Colour,"Size, EU"\nA,A,A,A\n')), [
      'header has no column sku',
      'header names the column name twice',
      `header has unknown columns; known are ${known}; to leave columns out, name them in ignore`,
      'header.Colour is an unknown column',
      'header.Size, EU is an unknown column',
    ])
  })

  it('POST /admin/products/import with ignore leaves foreign columns out, of NDJSON fields', async () => {
    await newShop()
    const file = 'SKU;Name;Price;Vendor;"Size, EU"\nA;A;1;x;y\n'
    assert.equal((await send(file)).status, 400)
    const answer = await send(file, `?ignore=${encodeURIComponent('vendor, "Size, EU",not there')}`)
    assert.deepEqual([answer.status, counts(answer)], [200, [1, 0, 0, 0]])
    assert.deepEqual(answer.body.data.file.ignored, ['Vendor', 'Size, EU'])
    const lines = '{"sku":"B","name":"B","price":1,"Vendor":"x"}\n'
    assert.deepEqual(counts(await send(lines, '?ignore=vendor', 'application/x-ndjson')), [1, 0, 0, 0])
    // A column that is known is left out, too.
    assert.deepEqual(counts(await send('sku,price\nA,9\n', '?ignore=price')), [0, 0, 1, 0])
    for (const ignore of ['sku', '%22x', 'a%22b%22'])
      assert.match(faultsOf(await send(file, `?ignore=${ignore}`))[0], /^ignore /)
  })

  it('POST /admin/products/import with rename reads columns that the file names otherwise', async () => {
    await newShop()
    const file = 'Artikel;Titel;"Preis, EUR";Vendor\nA;Hut;12,50;Acme\n'
    const rename = 'artikel=sku,Titel=name,"Preis, EUR=price",vendor = brand,not there=gtin'
    const answer = await send(file, `?rename=${encodeURIComponent(rename)}`)
    assert.deepEqual([answer.status, counts(answer)], [200, [1, 0, 0, 0]], JSON.stringify(answer.body))
    const { name, price, brand } = (await products()).get('A') as Record<string, unknown>
    assert.deepEqual([name, price, brand], ['Hut', 12.5, 'Acme'])
    const lines = '{"Artikel":"B","name":"B","price":1}\n'
    assert.deepEqual(counts(await send(lines, '?rename=artikel=sku', 'application/x-ndjson')), [1, 0, 0, 0])
    const twice = await send('sku,name,price,Titel\nA,A,1,B\n', '?rename=Titel=name')
    assert.deepEqual(faultsOf(twice), ['header names the column name twice'])
    for (const wrong of ['Titel', '=name', 'Titel=nonsense', '%22x'])
      assert.match(faultsOf(await send(file, `?rename=${wrong}`))[0], /^rename /)
    const foreign = 'Handle,Title,Variant SKU,Variant Price\nmug,Mug,M,1\n'
    const refused = await send(foreign, '?format=shopify&rename=Title=name')
    assert.match(faultsOf(refused)[0], /^rename must be columns of the file with those of Shopify/)
    const german = 'Handle,Titel,Variant SKU,Variant Price\nmug,Mug,M,1\n'
    assert.deepEqual(counts(await send(german, '?format=auto&rename=Titel=Title')), [1, 0, 0, 0])
    const [first, ...unknown] = faultsOf(await send(german.replace('Variant SKU', 'Nummer'), '?format=shopify'))
    assert.match(first, /^header is none of Shopify/)
    assert.deepEqual(unknown, ['header.Titel is an unknown column', 'header.Nummer is an unknown column'])
  })

  it('POST /admin/products/import?dry_run=true shows the first ten rows as they are read', async () => {
    await newShop()
    await send('sku,name,price\nA,A,1\nB,B,2\n')
    const titles = 'sku,name,price,on_hand,group,option_1_name,option_1_value,media'
    const more = Array.from({ length: 12 }, (_, n) => `N${n},N,1,,,,,\n`).join('')
    const picture = 'https://example.com/a.jpg'
    const file = `${titles}\nA,A,1,,,,,\nB,B,3,4,,,,\nX,,x,,,,,\nT-M,Top,9,,top,Size,M,${picture}\n${more}`
    const { body } = await send(file, '?dry_run=true')
    const none = { pictures: 0, pictures_in_text: 0, languages: [] }
    const nothing = { options: [], on_hand: null, ...none, compare_at_price: null, tax_class: null }
    assert.deepEqual(body.data.preview.slice(0, 4), [
      { row: 2, sku: 'A', outcome: 'unchanged', name: 'A', price: 1, ...nothing },
      { row: 3, sku: 'B', outcome: 'updated', name: 'B', price: 3, ...nothing, on_hand: 4 },
      { row: 4, sku: 'X', outcome: 'failed', name: null, price: null, ...nothing },
      { row: 5, sku: 'T-M', outcome: 'created', name: 'Top', price: 9, ...nothing, options: ['M'], pictures: 1 },
    ])
    assert.equal(body.data.preview.length, 10)
    assert.deepEqual((await send(file)).body.data.preview, [])
  })

  it('POST /admin/products/import?dry_run=true says what an import would do, and writes nothing', async () => {
    await newShop()
    await send('sku,name,price,on_hand\nA,A,1,1\nB,B,2,2\n')
    const events = () => service.deps.db.selectFrom('events').select('id').where('merchant_id', '=', shop.id).execute()
    const before = [await products(), await events()]
    const many = Array.from({ length: 2_500 }, (_, n) => `N${n},N,1,1\n`).join('')
    const file = `sku,name,price,on_hand\nA,A,1,1\nB,B,3,2\nX,,1,\nC,C,x,\n${many}B,B,2,2\n`
    const id = '01980000-0000-7000-8000-000000000001'
    const dry = await service.request('POST', '/admin/products/import?dry_run=true', {
      headers: { ...shop.owner.headers, 'content-type': 'text/csv', 'import-id': id },
      payload: file,
    })
    assert.deepEqual([dry.status, counts(dry), dry.body.data.dry_run], [200, [2_500, 1, 1, 3], true])
    assert.deepEqual([await products(), await events()], before)
    const { rows } = await service.deps.pool.query(
      'select count(*)::int as imports from product_imports where merchant_id = $1',
      [shop.id],
    )
    assert.equal(rows[0].imports, 1)
    const real = await service.request('POST', '/admin/products/import', {
      headers: { ...shop.owner.headers, 'content-type': 'text/csv', 'import-id': id },
      payload: file,
    })
    const { dry_run, created_at, updated_at, preview, ...report } = real.body.data
    const { dry_run: _, created_at: __, updated_at: ___, preview: ____, ...expected } = dry.body.data
    assert.deepEqual([dry_run, report], [false, expected])
  })

  it('POST /admin/products/import of an export of another system says which it looks like', async () => {
    await newShop()
    const told: [string, string | Buffer, string][] = [
      ['Shopify', 'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price\n', 'text/csv'],
      ['Shopify', 'Title,URL handle,Description,Vendor,SKU,Price\n', 'text/csv'],
      ['WooCommerce', 'ID,Type,SKU,Name,Published,Is featured?,Regular price\n', 'text/csv'],
      ['Magento', 'sku,store_view_code,attribute_set_code,product_type,name,price\n', 'text/csv'],
      ['PrestaShop', 'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded\n', 'text/csv'],
      ['BigCommerce', 'Item Type,Product ID,Product Name,Product Code/SKU,Price\n', 'text/csv'],
      ['Wix', 'handleId,fieldType,name,description,productImageUrl,price\n', 'text/csv'],
      ['Squarespace', 'Product ID [Non Editable],Variant ID [Non Editable],Title,SKU,Price\n', 'text/csv'],
      ['Etsy', 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS\n', 'text/csv'],
      ['Amazon', 'item-name\titem-description\tseller-sku\tprice\tquantity\n', 'text/csv'],
      ['Excel', Buffer.from('PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml'), 'text/csv'],
      ['Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'text/csv'],
      ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), 'application/x-ndjson'],
      ['JSON array', '\ufeff\n[{"sku":"A","name":"A","price":1}]', 'application/x-ndjson'],
      ['JSON array', '[{"sku":"A"}]', 'text/csv'],
      ['NDJSON', '{"sku":"A","name":"A","price":1}\n', 'text/csv'],
      ['XML', '<?xml version="1.0"?><products/>', 'text/csv'],
    ]
    for (const [system, file, type] of told) {
      const [first] = faultsOf(await send(file, '', type))
      assert.match(first, new RegExp(`^(header|body) looks like .*${system}`), system)
    }
  })
})
