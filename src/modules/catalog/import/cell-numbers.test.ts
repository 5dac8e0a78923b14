import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNumber } from './cell-numbers.ts'

const comma = { decimalComma: false, whole: false }
const semicolon = { decimalComma: true, whole: false }
const read = (cell: string, style: typeof comma) => {
  const number = readNumber(cell, style)
  return 'value' in number ? number.value : undefined
}

describe('the number of a cell', () => {
  it('is read as spreadsheets write it', () => {
    const both: [string, number][] = [
      ...([
        ['5', 5],
        ['5.0', 5],
        ['12.50', 12.5],
        [' 7 ', 7],
        ['007', 7],
        ['.5', 0.5],
        ['5.', 5],
      ] as const),
      ...([
        ['-4.25', -4.25],
        ['+3', 3],
        ['−2', -2],
        ['1.234,50', 1234.5],
        ['1,234.50', 1234.5],
      ] as const),
      ...([
        ['1.234.567', 1_234_567],
        ['1,234,567', 1_234_567],
        ['1 234,5', 1234.5],
        ['1\u202f234.5', 1234.5],
      ] as const),
      ...([
        ['1’234.50', 1234.5],
        ['12 345', 12_345],
        ['0.125', 0.125],
      ] as const),
    ].map(([cell, number]) => [cell, number])
    for (const [cell, number] of both)
      for (const style of [comma, semicolon]) assert.equal(read(cell, style), number, cell)
  })

  it('has a decimal comma where a comma does not separate the columns', () => {
    for (const [cell, number] of [
      ['12,50', 12.5],
      ['5,0', 5],
      ['0,125', 0.125],
      ['1234,567', 1234.567],
    ] as const) {
      assert.equal(read(cell, semicolon), number, cell)
      assert.equal(read(cell, comma), undefined, cell)
    }
  })

  it('is refused if it could be two', () => {
    for (const cell of ['1,234', '12,345']) assert.equal(read(cell, comma), undefined, cell)
    for (const cell of ['1.234', '1,234', '999.000']) assert.equal(read(cell, semicolon), undefined, cell)
    assert.equal(read('1.234', comma), 1.234)
    assert.deepEqual(readNumber('1.000', { decimalComma: false, whole: true }), {
      fault: 'could be 1.000 or 1000: write it without the .',
    })
    assert.deepEqual(readNumber('1.00', { decimalComma: false, whole: true }), { value: 1 })
  })

  it('is refused if it is none', () => {
    const none = ['1e3', '1E+05', '0x10', 'Infinity', 'NaN', 'seven', '', '.', ',', '-', '1.2.3', '12,34,567', '1,2,3']
    for (const cell of [...none, '1 23', '£5', '5 EUR', '1,234,567,8', '--1', '1234567890123456', '٣', '1.234.5'])
      for (const style of [comma, semicolon]) assert.equal(read(cell, style), undefined, cell)
  })
})
