import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { AppError } from '#src/platform/lib/errors.ts'
import { readFile, readOptions, table } from '#test/support/foreign-files.ts'
import { memoryInUse } from '#test/support/memory.ts'
import { openGatherer } from './gather-rows.ts'
import { readForeign } from './read-foreign.ts'
import { formatOf } from './recognize.ts'

const titles = ['Handle', 'Title', 'Variant Price']

describe('files of other shop systems', () => {
  it('are known by their header', () => {
    const told = [
      ['Handle,Title,Body (HTML),Variant Price', 'shopify'],
      ['Title,URL handle,Description,Price', 'shopify'],
      ['Handle,Title,Description,Option1 name,Option1 value,Price', 'shopify'],
      ['\ufeffID,Type,SKU,Name,Published,Regular price', 'woocommerce'],
      ['Type,SKU,Name,Regular price,Parent', 'woocommerce'],
      ['ID,Name,Visibility in catalog,Type', 'woocommerce'],
      ['sku,name,price', 'own'],
      ['handleId,fieldType,name,price', 'own'],
    ]
    for (const [header = '', format] of told) assert.equal(formatOf(header.split(',')), format, header)
  })

  it('are read in the encodings, separators and line ends of spreadsheets', async () => {
    const lines = (separator: string, price: string, end: string) =>
      [titles.join(separator), '', ['zwölf', '"Zwölf\nMonate"', price].join(separator), ''].join(end)
    const files: [Buffer, string, string][] = [
      [Buffer.from(`\ufeff${lines(',', '12.50', '\r\n')}`), 'utf-8', ','],
      [Buffer.from(lines(';', '12,50', '\r\n'), 'latin1'), 'windows-1252', ';'],
      [Buffer.from(`\ufeff${lines('\t', '"12,50"', '\n')}`, 'utf16le'), 'utf-16le', '\t'],
    ]
    for (const [file, encoding, separator] of files) {
      const { products, faults, form } = await readFile('shopify', file)
      assert.deepEqual([form, faults], [{ encoding, separator }, []])
      assert.deepEqual(
        products.map(({ slug, name, variants }) => [slug, name, variants[0]?.price]),
        [['zwölf', 'Zwölf Monate', 12.5]],
      )
    }
  })

  it('report rows that are broken, and read the others', async () => {
    const file = `${titles.join()}\na,A,1\nb,"B,2\nc,C,3\n`
    const { products, faults } = await readFile('shopify', file)
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['a', 'c'],
    )
    assert.deepEqual(faults, ['3 null row has a quote that is not closed'])
  })

  it('of another system than is said are refused, with the one they look like', async () => {
    const refused = async (format: 'shopify' | 'woocommerce', file: string) => {
      try {
        await readFile(format, file)
      } catch (error) {
        assert.ok(error instanceof AppError)
        return [error.code, error.message]
      }
      return []
    }
    assert.deepEqual(await refused('shopify', 'ID,Type,SKU,Name,Published,Regular price\n'), [
      'VALIDATION_ERROR',
      'header is none of Shopify, and looks like that of WooCommerce: Shopify has the columns Title, and Handle or ' +
        'URL handle; if they have other names, say so in rename, such as Name=Title',
    ])
    assert.deepEqual(await refused('woocommerce', 'sku,price\n'), [
      'VALIDATION_ERROR',
      'header is none of WooCommerce: WooCommerce has the columns Name, and Type or Regular price; if they have ' +
        'other names, say so in rename, such as Nome=Name',
    ])
    assert.deepEqual(await refused('shopify', ''), ['VALIDATION_ERROR', 'body has no header'])
  })

  it('leave nothing on disk, and end at their limits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scratch-'))
    const usual = process.env['TMPDIR']
    process.env['TMPDIR'] = folder
    const options = { ...readOptions, maxFileBytes: 1_000, maxRows: 2 }
    async function* rows(count: number) {
      yield Buffer.from(`${titles.join()}\n`)
      for (let n = 0; n < count; n++) yield Buffer.from(`h${n},T,1\n`)
    }
    await assert.rejects(readForeign('shopify', rows(3), options), /more than 1,000,000 rows/)
    await assert.rejects(readForeign('shopify', rows(500), { ...options, maxRows: 1_000 }), /larger than 1 GiB/)
    assert.deepEqual(readdirSync(folder), [])
    // Without the folder nothing can be kept.
    rmSync(folder, { recursive: true })
    await assert.rejects(readForeign('shopify', rows(1), options), { code: 'SERVICE_UNAVAILABLE' })
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
  })
})

describe('rows by product', () => {
  const gather = async (rows: [content: string, ...keys: string[]][]) => {
    const gatherer = await openGatherer()
    const accepted: boolean[] = []
    for (const [content, ...keys] of rows) accepted.push(await gatherer.add(Buffer.from(content), keys))
    const groups: string[] = []
    for await (const group of gatherer.groups()) groups.push(group.join(''))
    await gatherer.close()
    return { groups, refused: accepted.filter((was) => !was).length }
  }

  it('come in the order of their first rows, each in its own order', async () => {
    const { groups } = await gather([['a', '1'], ['b', '2'], ['c'], ['d', '1'], ['e', '2'], ['f', '1']])
    assert.deepEqual(groups, ['adf', 'be', 'c'])
  })

  it('become one where a row has the keys of two', async () => {
    const { groups } = await gather([
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'y'],
      ['d', 'x'],
      ['e', 'z'],
      ['f', 'y', 'x'],
      ['g', 'y'],
      ['h', 'x', 'z'],
      ['i', 'z'],
    ])
    assert.deepEqual(groups, ['abcdefghi'])
  })

  it('have at most 5,000 rows', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n): [string, string] => ['r', n % 2 === 0 ? 'even' : `odd ${n}`])
    const { groups, refused } = await gather(rows)
    assert.deepEqual([groups[0]?.length, groups.length, refused], [5_000, 6_001, 1_000])
  })

  it('are found among many in memory that grows by some bytes a row', async () => {
    const gatherer = await openGatherer()
    const content = Buffer.alloc(1_000, 'x')
    const count = 60_000
    const before = await memoryInUse()
    for (let n = 0; n < count; n++) await gatherer.add(content, [`product ${n % 20_000}`])
    const more = (await memoryInUse()) - before
    assert.ok(more < 8_000_000, `${more} bytes more for 60 MB`)
    let groups = 0
    for await (const group of gatherer.groups()) {
      assert.equal(group.length, 3)
      groups++
    }
    assert.equal(groups, 20_000)
    await gatherer.close()
  })
})

it('a table of the tests has its cells quoted', () => {
  assert.equal(table(['a', 'b'], { a: 'x,"y"' }), 'a,b\r\n"x,""y""",')
})
