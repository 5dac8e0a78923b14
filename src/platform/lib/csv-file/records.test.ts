import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { csvSplitter, type FileRecord, ndjsonSplitter, type Splitter } from './records.ts'

/** Records of every kind, good and faulty; more than a block of them, so that blocks end anywhere within them. */
const csvRecords = [
  '85123A,"WHITE ""HANGING"" HEART",2.55\r\n',
  'a,5" nail,1\n',
  '"two\r\nlines","""quoted""",x\r\n',
  '\r\n',
  'é,日本,"😀"\r',
  'b,"CREAM" CUPID,1\n',
  'c,"RED WOOLLY,1\r\n',
  ',,\n',
]

function split<T>(splitter: Splitter<T>, file: Buffer, pieces: (index: number) => number): FileRecord<T>[] {
  const records: FileRecord<T>[] = []
  let start = 0
  for (let index = 0; start < file.length; index++) {
    const end = start + pieces(index)
    for (const batch of splitter.push(file.subarray(start, end))) records.push(...batch)
    start = end
  }
  for (const batch of splitter.end()) records.push(...batch)
  return records
}

const whole = () => Number.POSITIVE_INFINITY
const contents = <T>(records: FileRecord<T>[]) => records.map(({ row, content, fault }) => [row, content ?? fault])

describe('the records of a file', () => {
  it('of CSV are the same, byte for byte, however the file is cut into chunks', () => {
    const file = Buffer.from(`\ufeff${csvRecords.join('').repeat(1_200)}`)
    const expected = split(csvSplitter(), file, whole)
    assert.deepEqual(contents(expected.slice(0, 7)), [
      [1, ['85123A', 'WHITE "HANGING" HEART', '2.55']],
      [2, ['a', '5" nail', '1']],
      [3, ['two\r\nlines', '"quoted"', 'x']],
      [5, ['é', '日本', '😀']],
      [6, 'has text behind a closing quote'],
      [7, 'has text behind a closing quote'],
      [8, ['', '', '']],
    ])
    assert.equal(expected.length, 7 * 1_200)
    for (const size of [997, 16_384, 65_537])
      assert.deepEqual(
        split(csvSplitter(), file, () => size),
        expected,
      )
    const pieces = (index: number) => (index * 7_919) % 5_003
    assert.ok(isDeepStrictEqual(split(csvSplitter(), file, pieces), expected))
  })

  it('of CSV that are too large or not closed are faults, and the next line is read', () => {
    const large = 'x'.repeat(70_000)
    const fields = ','.repeat(300_000)
    const file = Buffer.from(`a,b\n${large},1\n"${large}\nc,d\n${fields}\ne,f\n"g`)
    const expected = [
      [1, ['a', 'b']],
      [2, 'has a quote that is not closed, or is larger than 64 KiB'],
      [3, 'has a quote that is not closed, or is larger than 64 KiB'],
      [4, ['c', 'd']],
      [5, 'is larger than 64 KiB'],
      [6, ['e', 'f']],
      [7, 'has a quote that is not closed'],
    ]
    for (const size of [1_000, 65_536, file.length])
      assert.deepEqual(contents(split(csvSplitter(), file, () => size)), expected, `${size}`)
  })

  it('of CSV whose every line opens a quote again are dropped together after some, and parsing goes on', () => {
    const file = Buffer.from(`${'a","\n'.repeat(27_000)}"\nc,d\ne,f\n`)
    const expected = contents(split(csvSplitter(), file, whole))
    assert.ok(expected.length < 100, `${expected.length} records`)
    assert.deepEqual(
      expected.slice(-2).map(([, content]) => content),
      [
        ['c', 'd'],
        ['e', 'f'],
      ],
    )
    for (const size of [1_000, 65_536, 65_537, 131_072])
      assert.deepEqual(contents(split(csvSplitter(), file, () => size)), expected, `${size}`)
  })

  it('of both come in batches of at most 200, empty lines included', () => {
    for (const splitter of [ndjsonSplitter(), csvSplitter()]) {
      const batches = [
        ...splitter.push(Buffer.from(`${'\n'.repeat(100_000)}${'a\n'.repeat(1_000)}`)),
        ...splitter.end(),
      ]
      assert.ok(batches.length >= 505, `${batches.length} batches`)
      assert.ok(batches.every((batch) => batch.length <= 200))
      assert.equal(batches.flat().length, 1_000)
    }
  })

  it('of NDJSON are its lines, the same bytes however the file is cut into chunks', () => {
    const large = 'x'.repeat(200_000)
    const file = Buffer.concat([
      Buffer.from('\ufeff{"a":1}\r\n\n'),
      Buffer.from([0xff, 0x0a]),
      Buffer.from(`${large}\n[2]`),
    ])
    const expected = split(ndjsonSplitter(), file, whole)
    assert.deepEqual(contents(expected), [
      [1, '{"a":1}'],
      [3, 'must be UTF-8'],
      [4, 'is larger than 64 KiB'],
      [5, '[2]'],
    ])
    for (const size of [100, 65_536])
      assert.deepEqual(
        split(ndjsonSplitter(), file, () => size),
        expected,
      )
  })
})
