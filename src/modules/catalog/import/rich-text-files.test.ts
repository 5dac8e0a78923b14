import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'
import { makePicture } from '#test/support/pictures.ts'

describeService('descriptions as HTML in files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const send = async (shop: TestMerchant, payload: string, format = 'own') => {
    const headers = { ...shop.owner.headers, 'content-type': 'text/csv' }
    const answer = await service.request('POST', `/admin/products/import?format=${format}`, { headers, payload })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const read = async (shop: TestMerchant, path: string) =>
    (await service.request('GET', path, { headers: shop.owner.headers })).body
  const productOf = async (shop: TestMerchant, sku: string) => {
    const { items } = (await read(shop, `/admin/products?sku=${sku}`)).data
    return (await read(shop, `/admin/products/${items[0].id}`)).data
  }
  const texts = ({ description, description_html }: Record<string, unknown>) => [description, description_html]
  const notesOf = ({ columns }: { columns: { column: string; outcome: string; reason: string }[] }, name: string) =>
    columns.filter(({ column }) => column === name).map(({ outcome, reason }) => `${outcome}: ${reason}`)

  const body =
    '<div class="rte"><h1>Linen Shirt</h1><p style="color:red">Cool &amp; <b>light</b>, see <a href="/pages/care" ' +
    'target="_blank">care</a>.</p><ul><li>Linen</li><li>Made in <i>Wales</i></li></ul><script>x()</script>' +
    '<table><tbody><tr><th>Size</th><th>Chest</th></tr><tr><td>S</td><td>92 cm</td></tr></tbody></table></div>'
  const kept =
    '<h2>Linen Shirt</h2><p>Cool &amp; <strong>light</strong>, see <a href="/pages/care" rel="noopener">care</a>.</p>' +
    '<ul><li>Linen</li><li>Made in <em>Wales</em></li></ul>' +
    '<table><tbody><tr><th>Size</th><th>Chest</th></tr><tr><td>S</td><td>92 cm</td></tr></tbody></table>'
  const text = 'Linen Shirt\n\nCool & light, see care.\n\n- Linen\n- Made in Wales\n\nSize Chest\nS 92 cm'
  const shopify = table(
    ['Handle', 'Title', 'Body (HTML)', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'],
    {
      Handle: 'shirt',
      Title: 'Shirt',
      'Body (HTML)': body,
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      'Variant SKU': 'S-S',
      'Variant Price': '9',
    },
    { Handle: 'shirt', 'Option1 Value': 'M', 'Variant SKU': 'S-M', 'Variant Price': '9' },
    { Handle: 'mug', Title: 'Mug', 'Body (HTML)': 'Plain, 5 < 6', 'Variant SKU': 'MUG', 'Variant Price': '5' },
  )

  it('POST /admin/products/import?format=shopify keeps the HTML of its body, and names what it does not', async () => {
    const shop = await makeMerchant(service)
    const report = await send(shop, shopify, 'shopify')
    assert.deepEqual(notesOf(report, 'Body (HTML)'), [
      'dropped: <div> is not kept; its text is',
      'dropped: <script> is not kept, nor what is in it',
      'dropped: the attribute style is not kept',
      'dropped: the attribute target is not kept',
    ])
    assert.deepEqual(texts(await productOf(shop, 'S-M')), [text, kept])
    assert.deepEqual(texts(await productOf(shop, 'MUG')), ['Plain, 5 < 6', '<p>Plain, 5 &lt; 6</p>'])
    const again = await send(shop, shopify, 'shopify')
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 3])
  })

  it('GET /admin/products/export gives the HTML back in both forms, also to another shop', async () => {
    const shop = await makeMerchant(service)
    await send(shop, shopify, 'shopify')
    for (const [format, system] of [
      ['csv', 'own'],
      ['shopify', 'shopify'],
    ] as const) {
      const file = await read(shop, `/admin/products/export?format=${format}`)
      const other = await makeMerchant(service)
      assert.deepEqual((await send(other, file, system)).failed, 0)
      assert.deepEqual(texts(await productOf(other, 'S-S')), [text, kept], format)
      assert.deepEqual(texts(await productOf(other, 'MUG')), ['Plain, 5 < 6', '<p>Plain, 5 &lt; 6</p>'], format)
      assert.equal((await send(shop, file, system)).updated, 0, format)
    }
  })

  it('POST /admin/products/import?format=woocommerce makes paragraphs of line ends, the short text first', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      ['ID', 'Type', 'SKU', 'Name', 'Short description', 'Description', 'Regular price'],
      {
        ID: '1',
        Type: 'simple',
        SKU: 'W-1',
        Name: 'Tee',
        'Regular price': '9',
        'Short description': 'Soft.',
        Description: 'First line\\nsecond\\n\\n<strong>Third</strong>\\n<ul>\\n<li>A</li>\\n<li>B</li>\\n</ul>',
      },
      { ID: '2', Type: 'simple', SKU: 'W-2', Name: 'Cap', 'Regular price': '9', Description: 'One\\n\\nTwo' },
    )
    await send(shop, file, 'woocommerce')
    assert.deepEqual(texts(await productOf(shop, 'W-1')), [
      'Soft.\n\nFirst line\nsecond\n\nThird\n\n- A\n- B',
      '<p>Soft.</p>\n<p>First line<br />second</p><p><strong>Third</strong></p><ul><li>A</li><li>B</li></ul>',
    ])
    assert.deepEqual(texts(await productOf(shop, 'W-2')), ['One\n\nTwo', '<p>One</p><p>Two</p>'])
  })

  it('pictures in texts are kept if they are of the shop, and fetched or named if they are of another', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
    const payload = await makePicture('png')
    const { url, id } = (await service.request('POST', '/admin/media', { headers, payload })).body.data
    const html = `<p>See <img src="${url}" alt="A > B" /></p>`
    const file = table(['sku', 'name', 'price', 'description_html'], {
      sku: 'A',
      name: 'A',
      price: '1',
      description_html: html,
    })
    assert.deepEqual([(await send(shop, file)).warnings, (await send(shop, file)).unchanged], [[], 1])
    assert.equal((await productOf(shop, 'A')).description_html, html.replace('A >', 'A &gt;'))
    assert.equal((await service.request('DELETE', `/admin/media/${id}`, { headers: shop.owner.headers })).status, 409)
    const taken = await send(other, file)
    assert.deepEqual([taken.warnings, taken.pictures.in_texts], [[], 1])
    assert.match((await productOf(other, 'A')).description_html, /^<p>See <img src="[^"]+[0-9a-f]{32}" alt="A &gt; B"/)
    const path = new URL(url).pathname
    const { warnings } = await send(other, file.replace(url, path))
    const message = `picture ${path}: is of another shop: it was left out`
    assert.deepEqual(warnings, [{ row: 2, sku: 'A', field: 'description_html', message }])
    assert.equal((await productOf(other, 'A')).description_html, '<p>See </p>')
  })

  it('of both columns in a row of our own the HTML counts where it is not empty; an empty one clears', async () => {
    const shop = await makeMerchant(service)
    const rows = table(
      ['sku', 'name', 'price', 'description', 'description_html'],
      { sku: 'A', name: 'A', price: '1', description: 'Text', description_html: '<p><em>HTML</em></p>' },
      { sku: 'B', name: 'B', price: '1', description: 'Text', description_html: '' },
      {
        sku: 'C',
        name: 'C',
        price: '1',
        description: '',
        description_html: '<div onclick="x()"><em>a</em><b>c</b></div>',
      },
      { sku: 'D', name: 'D', price: '1', description: 'a'.repeat(10_001), description_html: '' },
    )
    const report = await send(shop, rows)
    assert.deepEqual(
      report.errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
      [[5, 'description']],
    )
    assert.deepEqual(notesOf(report, 'description_html'), ['dropped: <div> is not kept; its text is'])
    assert.deepEqual(texts(await productOf(shop, 'A')), ['HTML', '<p><em>HTML</em></p>'])
    assert.deepEqual(texts(await productOf(shop, 'B')), ['Text', '<p>Text</p>'])
    assert.deepEqual(texts(await productOf(shop, 'C')), ['ac', '<p><em>a</em><strong>c</strong></p>'])
    await send(shop, table(['sku', 'description'], { sku: 'A', description: 'HTML' }))
    assert.deepEqual(texts(await productOf(shop, 'A')), ['HTML', '<p><em>HTML</em></p>'])
    await send(shop, table(['sku', 'description_html'], { sku: 'A', description_html: '' }))
    assert.deepEqual(texts(await productOf(shop, 'A')), [null, null])
  })
})
