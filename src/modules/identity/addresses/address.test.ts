import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError, type FieldFault } from '#src/platform/lib/errors.ts'
import { type AddressInput, checkAddress } from './address.ts'

const address = { name: 'Ada', line1: '12 St James’s Square', city: 'London', country: 'GB' }

function faultsOf(input: Partial<AddressInput>, field?: string): FieldFault[] {
  try {
    checkAddress({ ...address, ...input }, field)
  } catch (error) {
    assert(error instanceof AppError)
    assert.equal(error.code, 'VALIDATION_ERROR')
    return error.details as FieldFault[]
  }
  return []
}
const isGood = (country: string, postal_code: string) => faultsOf({ country, postal_code }).length === 0

describe('addresses', () => {
  it('are kept without blanks around their texts, with null for what is not given', () => {
    assert.deepEqual(
      checkAddress({
        ...address,
        name: ' Ada ',
        region: null,
        postal_code: ' sw1y  4jh ',
        phone: '+44 (20) 7946-0000',
      }),
      {
        ...address,
        company: null,
        line2: null,
        region: null,
        postal_code: 'SW1Y 4JH',
        phone: '+442079460000',
      },
    )
  })

  it('name all their faults, with the field they stand in', () => {
    const wrong = { name: ' ', company: '\u00a0', line1: '  ', city: ' ', country: 'XX', phone: '020 7946 0000' }
    assert.deepEqual(
      faultsOf(wrong, 'shipping_address').map(({ field }) => field),
      ['name', 'company', 'line1', 'city', 'country', 'phone'].map((name) => `shipping_address.${name}`),
    )
    assert.deepEqual(faultsOf({ postal_code: '123' }), [
      { field: 'postal_code', message: 'is not a postal code of GB' },
    ])
    assert.deepEqual(
      faultsOf({ line2: ' ', region: ' ', postal_code: ' ' }).map(({ field }) => field),
      ['line2', 'region', 'postal_code'],
    )
  })

  it('take postal codes by country', () => {
    const good =
      'GB SW1Y 4JH,GB m11ae,US 94103,US 94103-1234,DE 10115,DE DE-10115,FR 75001,NL 1012 AB,NL 1012ab,CA K1A 0B1,' +
      'IE D02 AF30,JP 100-0001,PL 00-001,SE 113 51,SE SE-113 51,CZ 110 00,BR 01310-100,BR 01310100,AU 2000,CH 8001,' +
      'AT 1010,IN 110001,KR 03187,CN 100000,PT 1000-205,LV LV-1010,LT 01103,MD MD-2001,MD 2001,AZ AZ1000,HT HT6110,' +
      'NI 11001,SV 1101,CL 832-0000,GR 105 57,ZA 8001,MX 06000,SG 018956,NZ 6011'
    const bad =
      'GB 12345,GB SW1Y,US 9410,US SW1Y 4JH,US 94103-,DE 1011,DE 101155,DE ABCDE,FR 7500,NL 12 AB,CA 12345,IE 123,' +
      'PL 1,AT 0010,ES 99001,DE DE,JP 1,BR 1,SV !,AE ?,HK N/A'
    const parse = (list: string) => list.split(',').map((one) => [one.slice(0, 2), one.slice(3)] as const)
    const refused = parse(good).filter(([country, code]) => !isGood(country, code))
    assert.deepEqual(refused, [])
    const taken = parse(bad).filter(([country, code]) => isGood(country, code))
    assert.deepEqual(taken, [])
  })

  it('need no postal code, and take any that looks like one where a country has none', () => {
    assert.deepEqual(faultsOf({ country: 'HK' }), [])
    assert(isGood('HK', '999077'))
    assert(isGood('AE', '00000'))
  })
})
