import assert from 'node:assert/strict'
import { it } from 'node:test'
import { regionKey, regionsAround } from './regions.ts'

const same: [country: string, code: string, ...written: string[]][] = [
  ['CA', 'CA-QC', 'QC', 'qc', 'Quebec', 'Québec', 'que\u0301bec', 'CA-QC', 'ca qc', 'Province de Québec', 'QUÉBEC '],
  ['CA', 'CA-BC', 'B.C.', 'British Columbia', 'BritishColumbia', 'Colombie-Britannique'],
  ['ES', 'ES-BI', 'Bizkaia', 'Vizcaya', 'BI', 'ES-BI', 'Biscay', 'Provincia de Vizcaya'],
  ['ES', 'ES-C', 'A Coruña', 'La Coruña', 'la coruna'],
  ['ES', 'ES-VI', 'Álava', 'Araba', 'Araba/Álava'],
  ['ES', 'ES-MD', 'Madrid', 'ES-M', 'Comunidad de Madrid', 'Madrid, Comunidad de'],
  ['IT', 'IT-BZ', 'Bolzano', 'Bozen', 'Südtirol', 'Alto Adige', 'South Tyrol', 'BZ'],
  ['CH', 'CH-GE', 'Genève', 'Geneve', 'Genf', 'Ginevra', 'Geneva', 'canton de Genève'],
  ['BE', 'BE-WLG', 'Liège', 'Luik', 'Lüttich'],
  ['FI', 'FI-18', 'Uusimaa', 'Nyland'],
  ['DE', 'DE-TH', 'Thüringen', 'Thueringen', 'Thuringia', 'Freistaat Thüringen'],
  ['JP', 'JP-13', 'Tokyo', 'Tōkyō', 'Tôkyô', 'Tokyo-to', '東京都', '13'],
  ['GR', 'GR-I', 'Αττική', 'ΑΤΤΙΚΗ', 'Attica', 'Attikí'],
  ['GB', 'GB-NIR', 'Northern Ireland', 'NI', 'GB-NIR'],
  ['US', 'US-WA', 'Washington', 'WA', 'Washington State'],
  ['US', 'US-DC', 'District of Columbia', 'D.C.', 'Washington DC'],
  ['US', 'US-NY', 'New York', 'N.Y.', 'State of New York'],
  ['PL', 'PL-10', 'Łódzkie', 'lodzkie'],
  ['NO', 'NO-32', 'Akershus', 'NO-32', '32', 'NO-32'],
  ['NO', 'NO-31', 'Østfold', 'Oestfold', 'ostfold'],
  ['NO', 'NO-55', 'Troms', 'Romsa'],
  ['NO', 'NO-30', 'Viken'],
  ['IE', 'IE-CO', 'Cork', 'Co. Cork', 'County Cork'],
]

for (const [country, code, ...written] of same)
  it(`a region is ${code} however it is written`, () => {
    assert.deepEqual(
      written.map((region) => [region, regionKey(country, region)]),
      written.map((region) => [region, code]),
    )
  })

it('what the table does not know is its name, folded; none is the whole country', () => {
  assert.equal(regionKey('GB', ' Greater  LONDON '), regionKey('GB', 'greater london'))
  assert.notEqual(regionKey('GB', 'Greater London'), regionKey('GB', 'London'))
  assert.deepEqual([regionKey('GB', null), regionKey('GB', ' '), regionKey('GB', '-')], ['', '', ''])
  // A code of another country is none of this one.
  assert.equal(regionKey('GB', 'CA-QC'), 'caqc')
  assert.equal(regionKey('ZZ', 'Quebec'), 'quebec')
})

it('a province is in its community, which is in the country', () => {
  assert.deepEqual(regionsAround('ES', regionKey('ES', 'Las Palmas')), ['ES-CN'])
  assert.deepEqual(regionsAround('IT', 'IT-FI'), ['IT-52'])
  // Rates for a region of 2020 to 2023 reach what it was divided into.
  for (const [region, former] of [
    ['Buskerud', 'Viken'],
    ['Telemark', 'Vestfold og Telemark'],
    ['Finnmark', 'Troms og Finnmark'],
  ] as const)
    assert.deepEqual(regionsAround('NO', regionKey('NO', region)), [regionKey('NO', former)])
  assert.deepEqual(regionsAround('ES', 'ES-MD'), [])
  assert.deepEqual(regionsAround('CA', 'CA-QC'), [])
})
