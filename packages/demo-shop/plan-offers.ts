import { audit, needed, put, rowTimes, type Shop } from './shop.ts'

const europe = ['IE', 'NL', 'DE', 'FR', 'ES']

export function offerShipping(shop: Shop): void {
  const methods = {
    tracked: { name: 'Tracked 48', price: 4, free_from: 50, countries: ['GB'] },
    express: { name: 'Next working day', price: 7, free_from: null, countries: ['GB'] },
    europe: { name: 'Europe, 3 to 5 days', price: 11, free_from: 120, countries: europe },
    world: { name: 'Worldwide, 6 to 12 days', price: 18, free_from: null, countries: null },
  }
  const inMinor = (amount: number) => needed(shop.service.toMinor(amount, shop.currency))
  for (const [position, [key, method]] of Object.entries(methods).entries()) {
    const { name, price, free_from, countries } = method
    const row = {
      id: shop.id(),
      name,
      description: null,
      countries,
      regions: null,
      postal_codes: null,
      price_minor: inMinor(price),
      free_from_minor: free_from === null ? null : inMinor(free_from),
      min_weight_grams: null,
      max_weight_grams: null,
      position,
      active: true,
    }
    shop.methods[key] = row
    put(shop, 'shipping_methods', { ...row, merchant_id: shop.merchantId, ...rowTimes(shop) })
    const changes = shop.service.changesOf(null, { ...method, position, active: true })
    audit(shop, 'owner', 'shipping_method.created', row.id, changes)
  }
}

/** By card, by a transfer to the account of the textbooks, or in cash for a fee. */
export function offerPayments(shop: Shop): void {
  const bank = { holder: 'Demo shop', iban: 'GB82WEST12345698765432', bic: null }
  const instructions = 'We send your order as soon as your transfer is here.'
  const card = { kind: 'card', name: 'Card', instructions: null, keeps_stock_hours: null, bank: null }
  const transfer = { kind: 'bank_transfer', name: 'Bank transfer', instructions, keeps_stock_hours: 168, bank }
  const cash = {
    kind: 'cash_on_delivery',
    name: 'Cash on delivery',
    instructions: null,
    keeps_stock_hours: 168,
    bank: null,
  }
  const fees = [null, null, { amount: 3.5, tax_class: 'standard' }]
  for (const [position, method] of [card, transfer, cash].entries()) {
    const id = shop.id()
    const fee = fees[position] ?? null
    const common = { net_days: null, reference: 'order_number', position, active: true, send_before_paid: fee !== null }
    const fee_minor = fee && needed(shop.service.toMinor(fee.amount, shop.currency))
    const fee_tax_class = fee?.tax_class ?? null
    const rules = { countries: null, min_minor: null, max_minor: null, fee_minor, fee_tax_class }
    put(shop, 'payment_methods', {
      ...method,
      ...common,
      ...rules,
      id,
      merchant_id: shop.merchantId,
      ...rowTimes(shop),
    })
    const { bank: account, ...fields } = { ...method, ...common }
    const amounts = { min: null, max: null, fee: fee?.amount ?? null, fee_tax_class }
    const changes = { ...fields, ...amounts, countries: null, iban: account?.iban ?? null }
    audit(shop, 'owner', 'payment_method.created', id, shop.service.changesOf(null, changes))
    if (account) shop.transfer = { method_id: id, ...method, net_days: null, reference: 'order_number' }
  }
}

/** Regions with a tax of their own. */
const canaryIslands = { country: 'ES', region: null, postal_codes: ['35*', '38*'] }

export function setTaxes(shop: Shop): void {
  const countries = { GB: 20, IE: 23, NL: 21, DE: 19, FR: 20, ES: 21 }
  shop.rates = Object.entries(countries).flatMap(([country, rate]) =>
    ['standard', 'shipping'].map((tax_class) => ({
      country,
      region: null,
      postal_codes: null,
      tax_class,
      name: 'VAT',
      rate,
      compound: false,
    })),
  )
  for (const tax_class of ['standard', 'shipping'])
    shop.rates.push({ ...canaryIslands, tax_class, name: 'IGIC', rate: 7, compound: false })
  const rows = shop.rates.map((rate, index) => ({ ...rate, position: index + 1, region_key: '' }))
  for (const row of rows) put(shop, 'tax_rates', { merchant_id: shop.merchantId, ...row })
  const named = shop.rates.map(({ country, postal_codes, tax_class, name, rate }) => [
    [country, postal_codes?.join(), tax_class].filter(Boolean).join(' '),
    [null, `${name} ${rate} %`],
  ])
  const changes = { rows: [0, rows.length], ...Object.fromEntries(named) }
  audit(shop, 'owner', 'tax_rates.updated', shop.merchantId, changes)
}
