import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import jsvat from 'jsvat-next'
import { memberStateAt, readVatNumber } from './vat-numbers.ts'

/** Numbers that the countries publish as examples or of their own authorities, in the forms that people write. */
const examples: [state: string, number: string, ...written: string[]][] = [
  ['AD', 'ADF059888N', 'AD F-059888-N'],
  ['AL', 'ALJ91402501L', 'al j91402501l'],
  ['AT', 'ATU13585627', 'ATU 13585627', 'atu13585627'],
  ['AU', 'AU83914571673', '83 914 571 673', 'AU 83 914 571 673'],
  ['BA', 'BA123456789012', 'BA 123456789012'],
  ['BE', 'BE0428759497', 'BE 0428.759.497', 'BE 428.759.497', 'be0428759497'],
  ['BE', 'BE1000000021', 'BE 1000.000.021'],
  ['BG', 'BG175074752', 'BG 175 074 752'],
  ['BG', 'BG7523169263'],
  ['BR', 'BR16727230000197', 'BR 16.727.230/0001-97'],
  ['CH', 'CHE107787577', 'CHE-107.787.577', 'che 107 787 577'],
  ['CH', 'CHE107787577MWST', 'CHE-107.787.577 MWST'],
  ['CH', 'CHE107787577TVA', 'CHE-107.787.577 TVA'],
  ['CH', 'CHE107787577IVA', 'che-107.787.577 iva'],
  ['CY', 'CY10259033P', 'CY-10259033P'],
  ['CZ', 'CZ25123891', 'CZ 25123891'],
  ['CZ', 'CZ7103192745'],
  ['CZ', 'CZ640903926'],
  ['DE', 'DE136695976', 'DE 136 695 976', 'de136695976', 'DE-136695976', 'ＤＥ136695976'],
  ['DK', 'DK13585628', 'DK 13 58 56 28'],
  ['EE', 'EE100931558', 'EE 100 931 558'],
  ['ES', 'ES54362315K', 'ES 54362315-K'],
  ['ES', 'ESX2482300W', 'ES-X2482300W'],
  ['ES', 'ESB58378431', 'ES B-58378431'],
  ['ES', 'ESJ99216582'],
  ['FI', 'FI20774740', 'FI 2077474-0'],
  ['FR', 'FR40303265045', 'FR 40 303 265 045', 'fr40303265045'],
  ['FR', 'FRK7399859412', 'FR K7 399 859 412'],
  ['GB', 'GB980780684', 'GB 980 7806 84', 'gb980780684'],
  ['GB', 'GB980780684001', 'GB 980 7806 84 001'],
  ['GB', 'GBGD001', 'GB GD 001'],
  ['GB', 'GBHA500'],
  ['GR', 'EL094259216', 'GR 094259216', 'el 094 259 216'],
  ['HR', 'HR33392005961', 'HR 33392005961'],
  ['HU', 'HU12892312', 'HU-12892312'],
  ['IE', 'IE6433435F', 'IE 6433435F'],
  ['IE', 'IE6433435OA', 'ie 6433435oa'],
  ['IE', 'IE8D79739I', 'IE 8D79739I'],
  ['IS', 'IS00621', 'IS 00621'],
  ['IT', 'IT00743110157', 'IT 00743110157'],
  ['LI', 'LI54321', 'LI 54321'],
  ['LT', 'LT119511515', 'LT 119511515'],
  ['LT', 'LT100001919017'],
  ['LU', 'LU15027442', 'LU 150 274 42'],
  ['LV', 'LV40003521600', 'LV 4000 3521 600'],
  ['MD', 'MD0500020'],
  ['ME', 'ME02655284'],
  ['MK', 'MK4030000375897', 'МK4030000375897'.replace('М', 'M')],
  ['MT', 'MT11679112', 'MT 1167-9112'],
  ['NL', 'NL004495445B01', 'NL 0044.95.445.B01', 'nl004495445b01'],
  ['NL', 'NL123456789B13', 'NL 123456789B13'],
  ['NO', 'NO995525828MVA', 'NO 995 525 828 MVA', '995 525 828 MVA', 'NO995525828', 'no-995.525.828 mva'],
  ['PL', 'PL8567346215', 'PL 856-734-62-15'],
  ['PT', 'PT501964843', 'PT 501 964 843'],
  ['RO', 'RO18547290', 'RO 185 472 90'],
  ['RS', 'RS101134702', 'RS 101134702'],
  ['RU', 'RU7827004526'],
  ['SE', 'SE556188840401', 'SE 556188-8404 01'],
  ['SI', 'SI50223054', 'SI 5022 3054'],
  ['SK', 'SK2022749619', 'SK 202 274 96 19'],
  ['SM', 'SM24165', 'SM 24165', 'sm24165'],
  ['TR', 'TR4540536920'],
  ['UA', 'UA123456789012'],
  ['XI', 'XI980780684', 'XI 980 7806 84'],
]

describe('a VAT number', () => {
  it('of each country is read in the forms that people write', () => {
    for (const [state, number, ...written] of examples)
      for (const text of [number, ...written]) assert.deepEqual(readVatNumber(text), { state, number }, text)
  })

  it('of each country of the library has an example', () => {
    const states = new Set(examples.map(([state]) => state))
    const known = jsvat.countries.map(({ codes }) => codes[0] ?? '').filter((code) => code !== 'EU')
    assert.deepEqual(
      known.filter((code) => !states.has(code)),
      [],
    )
  })

  it('without its letters is one of the country of the address', () => {
    const read = (text: string, country: string) => readVatNumber(text, country)?.number
    assert.equal(read('136 695 976', 'DE'), 'DE136695976')
    assert.equal(read('U13585627', 'AT'), 'ATU13585627')
    assert.equal(read('094259216', 'GR'), 'EL094259216')
    assert.equal(read('0428.759.497', 'BE'), 'BE0428759497')
    assert.equal(read('107.787.577 MWST', 'CH'), 'CHE107787577MWST')
    assert.equal(read('995 525 828', 'NO'), 'NO995525828MVA')
    assert.equal(read('53 000 004 605', 'MC'), 'FR53000004605')
    assert.equal(read('00743110157', 'IT'), 'IT00743110157')
    assert.equal(read('DE136695976', 'FR'), 'DE136695976')
    assert.equal(read('136695976', 'US'), undefined)
    assert.equal(readVatNumber('136695976'), undefined)
  })

  it('with another check digit, of the OSS or of no country is none', () => {
    const none = ['', 'DE', 'DE136695977', 'ATU13585628', 'NO995525829MVA', '995525829MVA', 'NO99552582', 'MVA']
    const others = ['EU826010755', 'US123456789', 'CHE107787578', 'XI980780685', 'SM1234', 'LI1234567', 'BE0428759498']
    for (const text of [...none, ...others]) assert.equal(readVatNumber(text), undefined, text)
  })
})

describe('the VAT area of the EU', () => {
  it('has Northern Ireland and Monaco, and not the Canary Islands', () => {
    const at = (country: string, code = '') => memberStateAt(country, code)
    assert.deepEqual(
      [at('GB', 'BT15GS'), at('GB', 'SW1A1AA'), at('MC'), at('ES', '35001')],
      ['XI', undefined, 'FR', undefined],
    )
  })
})
