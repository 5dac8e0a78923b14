import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressLines as linesOfClient } from '../../../packages/client/address-lines.ts'
import { addressLines } from './address-lines.ts'
import { countries } from './countries.ts'

const english = new Intl.DisplayNames(['en'], { type: 'region' })
const full = { name: 'Ann', company: 'Works', line1: '1 Road', line2: 'Flat 2', city: 'Town', postal_code: '123' }

describe('the lines of an address', () => {
  // By postal services of the countries, as Google's libaddressinput has collected them.
  const behind =
    'AI AU BB BD BH BM BN BT CA CC CN CX FK FM GB GG GI GS GU HM HU ID IE IM IN IO IQ IR JE JO JP KE KH KR KY LB LK ' +
    'LS LV MH MM MN MP MT MV NF NG NP NZ PK PN PR PW RU SA SG SH SO SZ TC TH TW UA US VC VG VI VN ZA'
  const before =
    'AD AT BE BG CH CY CZ DE DK DZ EE ES FI FO FR GE GL GR HR IS IT KW LI LT LU MC MK NL NO PL PT RO SE SI SK TN'

  it('have the postal code behind the town where the country writes it there, else before', () => {
    for (const [codes, place] of [
      [behind, 'Town 123'],
      [before, '123 Town'],
    ] as const)
      for (const country of codes.split(' ')) {
        const lines = addressLines({ ...full, region: null, country }, english)
        assert.deepEqual(lines.slice(-2), [place, english.of(country)], country)
      }
  })

  it('hold all that was given, for each country, and are those of the client', () => {
    for (const country of countries) {
      for (const region of ['County', null]) {
        const lines = addressLines({ ...full, region, country }, english)
        for (const part of [...Object.values(full), region ?? ''])
          assert.equal(lines.filter((line) => line.includes(part)).length, part === '' ? lines.length : 1, country)
        assert.deepEqual(linesOfClient({ ...full, region, country }), lines)
      }
    }
  })

  it('leave out what is not given', () => {
    const bare = { name: 'Ann', line1: '1 Road', city: 'Town', country: 'DE' }
    assert.deepEqual(addressLines(bare, english), ['Ann', '1 Road', 'Town', 'Germany'])
    assert.deepEqual(linesOfClient({ name: 'Ann', country: 'of my own' }), ['Ann', 'of my own'])
    assert.deepEqual(linesOfClient({}), [])
  })
})
