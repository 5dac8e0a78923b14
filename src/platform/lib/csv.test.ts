import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvLine, withoutGuard } from './csv.ts'

describe('cells of CSV', () => {
  it('that a spreadsheet would take for formulas begin with an apostrophe', () => {
    const link = '=HYPERLINK("http://evil.example","Open")'
    assert.equal(csvLine([link]), `"'=HYPERLINK(""http://evil.example"",""Open"")"\n`)
    for (const first of ['=', '+', '-', '@', '＝']) assert.equal(csvLine([`${first}1+1`]), `'${first}1+1\n`)
    for (const first of ['\t', '\r', '\n']) assert.match(csvLine([`${first}=1`]), /^"?'\s=1/)
    assert.equal(csvLine(["'=1"]), "''=1\n")
  })

  it('that are numbers, or other text, stay as they are', () => {
    assert.equal(csvLine([-12.5, 3, null, '', 'a=b', "'quoted'", ' =1', 'a-b@c']), "-12.5,3,,,a=b,'quoted', =1,a-b@c\n")
  })

  it('that are telephone numbers have no apostrophe, and what only begins like one does', () => {
    assert.equal(
      csvLine(['+442079460958', '+1234567', '+888123456789012']),
      '+442079460958,+1234567,+888123456789012\n',
    )
    const rest = [' 20', '+1', '-1', '*2', '\n', '%', 'e9', '!A1', '4'.repeat(9)]
    for (const text of [...rest.map((end) => `+4420794609${end}`), '+', '+1', '+A1', '++442079460958', '-442079460958'])
      assert.match(csvLine([text]), /^"?'[+-]/, text)
    assert.equal(csvLine(["'+442079460958"]), "''+442079460958\n")
  })

  it('are read back as they were', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '\r', '"', ',', '＋') }))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
        const [read] = parse(csvLine(cells), { record_delimiter: '\n' }) as string[][]
        assert.deepEqual(read?.map(withoutGuard), cells)
      }),
    )
  })
})
