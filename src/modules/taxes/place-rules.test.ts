import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDigits, readPostalPattern } from '#src/platform/lib/postal-patterns.ts'
import { type Place, ratesAt, type TaxRateRow } from './place-rules.ts'

const row = (name: string, more: Partial<TaxRateRow> = {}): TaxRateRow => ({
  country: 'ES',
  region: null,
  postal_codes: null,
  tax_class: 'standard',
  name,
  rate: 21,
  compound: false,
  ...more,
})
const namesAt = (rates: readonly TaxRateRow[], place: Place, taxClass = 'standard') =>
  (ratesAt(rates, place).get(taxClass) ?? []).map(({ name }) => name)
const spain = (region: string | null, postal_code: string | null = null) => ({ country: 'ES', region, postal_code })

describe('the rows of a place', () => {
  it('are all of the most specific one, by postal code, region, the region around it, country', () => {
    const rates = [
      row('IVA'),
      row('IVA 2'),
      row('IGIC', { postal_codes: ['35*', '38*'] }),
      row('AIEM', { postal_codes: ['35*', '38*'] }),
      row('Telde', { postal_codes: ['35200..35219'] }),
      row('one code', { postal_codes: ['35210'] }),
      row('Canarias', { region: 'Canarias' }),
      row('Tenerife', { region: 'TF' }),
    ]
    assert.deepEqual(namesAt(rates, spain('Madrid', '28001')), ['IVA', 'IVA 2'])
    assert.deepEqual(namesAt(rates, spain(null, '35001')), ['IGIC', 'AIEM'])
    assert.deepEqual(namesAt(rates, spain('Las Palmas', '38 001')), ['IGIC', 'AIEM'])
    assert.deepEqual(namesAt(rates, spain('Las Palmas', '35219')), ['Telde'])
    assert.deepEqual(namesAt(rates, spain(null, '35210')), ['one code'])
    assert.deepEqual(namesAt(rates, spain('ES-GC')), ['Canarias'])
    assert.deepEqual(namesAt(rates, spain('Santa Cruz de Tenerife')), ['Tenerife'])
    assert.deepEqual(namesAt(rates, spain(null)), ['IVA', 'IVA 2'])
    assert.deepEqual(namesAt(rates, { country: 'PT', region: null, postal_code: '35001' }), [])
  })

  it('are of a region with codes only if both are right, and then before the codes alone', () => {
    const rates = [
      row('codes', { country: 'GB', postal_codes: ['BT*'] }),
      row('both', { country: 'GB', region: 'Northern Ireland', postal_codes: ['BT*'] }),
    ]
    const at = (region: string | null, postal_code: string) => namesAt(rates, { country: 'GB', region, postal_code })
    assert.deepEqual([at('NI', 'bt1 5gs'), at(null, 'BT15GS'), at('NI', 'B1 1AA')], [['both'], ['codes'], []])
  })

  it('written by releases with one row for each spelling of a region are one of them', () => {
    const rates = ['QC', 'Québec'].map((region) => row(region, { country: 'CA', region, compound: null }))
    const at = (region: string) => namesAt(rates, { country: 'CA', region })
    assert.deepEqual([at('QC'), at('québec'), at('Quebec')], [['QC'], ['Québec'], ['QC']])
  })
})

describe('a pattern of postal codes', () => {
  it('is a code, its beginning, or a range of digits', () => {
    const read = (text: string, country = 'ES') => readPostalPattern(text, country)
    assert.deepEqual(
      [read(' 35* '), read('35000..35999'), read('35000 ... 35999'), read('bt1 *', 'GB'), read('sw1a 1aa', 'GB')],
      ['35*', '35000..35999', '35000..35999', 'BT1*', 'SW1A1AA'],
    )
    for (const wrong of ['', '*', '3*5', '35**', '35?', '1..2..3', '35999..35000', '35..35999', 'BT1..BT9', '35,38'])
      assert.equal(read(wrong), undefined, wrong)
  })

  it('is the narrower, the fewer digits it leaves open', () => {
    const open = (patterns: string[], code: string | null, country = 'ES') => openDigits(patterns, code, country)
    assert.equal(open(['35*', '352*'], '35210'), 2)
    assert.equal(open(['35000..35999'], '35210'), 3)
    assert.equal(open(['35*'], '35210'), 3)
    assert.equal(open(['35210'], '35210'), 0)
    assert.equal(open(['35*'], null), undefined)
    assert.equal(open(['90210'], '90210-1234', 'US'), 4)
    assert.equal(open(['90000..90999'], '902101234', 'US'), 7)
    assert.equal(open(['100*'], '１００-０００１', 'JP'), 4)
  })
})
