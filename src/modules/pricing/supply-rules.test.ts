import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeOfShop } from '#src/modules/taxes/index.ts'
import { placesOf, reverseCharge } from './supply-rules.ts'

const at = (country: string, postal_code: string | null = null) => ({ country, region: null, postal_code })
const france = 'FR40303265045'

describe('the place of tax', () => {
  const of = (shipping: string | null, billing: string | null, shop: string | null = 'DE') => {
    const address = (country: string | null) => (country === null ? null : at(country))
    const given = { shipping_address: address(shipping), billing_address: address(billing) }
    const { goods, services } = placesOf(given, shop === null ? undefined : at(shop))
    return [goods?.country, services?.country]
  }

  it('is where the order goes; else goods are fetched at the shop, and services are for where the bill goes', () => {
    assert.deepEqual(of('AT', 'FR'), ['AT', 'AT'])
    assert.deepEqual(of(null, 'FR'), ['DE', 'FR'])
    assert.deepEqual(of(null, null), ['DE', 'DE'])
    assert.deepEqual(of(null, 'FR', null), ['FR', 'FR'])
    assert.deepEqual(of(null, null, null), [undefined, undefined])
  })

  it('of the shop is its address on invoices, else the only country of its rates', () => {
    const rates = (...countries: string[]) => countries.map((country) => ({ country }))
    const seat = { ...at('ES', '35001'), line1: 'Calle 1', city: 'Las Palmas' }
    assert.deepEqual(placeOfShop(seat, rates('DE')), at('ES', '35001'))
    assert.deepEqual(placeOfShop(null, rates('DE', 'DE')), { country: 'DE', region: null })
    assert.equal(placeOfShop(null, rates('DE', 'AT')), undefined)
    assert.equal(placeOfShop(null, []), undefined)
  })
})

describe('a reverse charge', () => {
  const vat = (state: string) => ({ number: state, state, check: null })
  const of = (buyer: string, home: string | null, place: ReturnType<typeof at> | null, more: object = {}) => {
    const given = { buyer_vat: vat(buyer), shipping_address: place, billing_address: null }
    const { goods, services } = reverseCharge(given, { vat_number: home, ...more })
    return [...(goods ? ['goods'] : []), ...(services ? ['services'] : [])].join()
  }
  const both = 'goods,services'

  it('is of goods that go to another member state, and of services for a business of another', () => {
    assert.equal(of('DE', france, at('DE')), both)
    assert.equal(of('GR', france, at('IT')), both)
    assert.equal(of('DE', france, null), 'services')
    assert.equal(of('DE', france, at('FR')), 'services')
    assert.equal(of('DE', france, at('MC')), 'services')
    assert.equal(of('DE', france, at('CH')), 'services')
    assert.equal(of('ES', france, at('ES', '35001')), 'services')
  })

  it('of Northern Ireland is of goods alone', () => {
    assert.equal(of('XI', france, at('GB', 'BT1 5GS')), 'goods')
    assert.equal(of('XI', france, at('GB', 'SW1Y 4JH')), '')
    assert.equal(of('DE', 'XI980780684', at('DE')), 'goods')
  })

  it('is of nothing at home, outside of the EU, or without a number of the shop', () => {
    assert.equal(of('GB', france, at('GB', 'BT1 5GS')), '')
    assert.equal(of('CH', france, at('CH')), '')
    assert.equal(of('NO', france, at('NO')), '')
    assert.equal(of('FR', france, at('DE')), '')
    assert.equal(of('DE', null, at('DE')), '')
    assert.equal(of('DE', 'GB980780684', at('DE')), '')
  })

  it('is not of goods of an exempt business', () => {
    assert.equal(of('DE', france, at('DE'), { is_exempt: true }), 'services')
  })

  it('is not of a number that the register does not know or cannot be asked for', () => {
    const checked = (status: 'valid' | 'invalid' | 'unavailable') => {
      const buyer_vat = { ...vat('DE'), check: { status, checked_at: null, reference: null } }
      return reverseCharge(
        { buyer_vat, shipping_address: at('DE'), billing_address: null },
        { vat_number: 'FR40303265045' },
      ).goods
    }
    assert.deepEqual([checked('valid'), checked('invalid'), checked('unavailable')], [true, false, false])
  })
})
