import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'
import { berlin } from './invoices.ts'
import { makeShopper } from './orders.ts'
import { makeProduct } from './products.ts'

/** A credit of a statement, in the words of camt.053. */
export interface SentCredit {
  amount: number | string
  currency?: string
  day?: string
  name?: string
  text?: string | string[]
  /** `CdtrRefInf`. */
  reference?: string
  endToEnd?: string
  bankReference?: string
  /** Of the entry. */
  more?: string
  debit?: boolean
  status?: string
}

const element = (name: string, ...values: (string | undefined)[]) =>
  values.flatMap((value) => (value === undefined ? [] : [`<${name}>${value}</${name}>`])).join('')

/** An entry of version 08; of 02 without the levels that came later. */
export function entryOf(credit: SentCredit, version = 8): string {
  const { amount, currency = 'EUR', day = '2026-11-27', text = [], more = '' } = credit
  const later = (name: string, value: string) => (version === 8 ? element(name, value) : value)
  const party = credit.name && element('Dbtr', later('Pty', element('Nm', credit.name)))
  const strd = credit.reference && element('Strd', element('CdtrRefInf', element('Ref', credit.reference)))
  const details = [
    element(
      'Refs',
      element('AcctSvcrRef', credit.bankReference) + element('EndToEndId', credit.endToEnd ?? 'NOTPROVIDED'),
    ),
    element('RltdPties', party),
    element('RmtInf', element('Ustrd', ...[text].flat()) + (strd ?? '')),
  ].join('')
  return element(
    'Ntry',
    `<Amt Ccy="${currency}">${amount}</Amt>` +
      element('CdtDbtInd', credit.debit ? 'DBIT' : 'CRDT') +
      element('Sts', later('Cd', credit.status ?? 'BOOK')) +
      element('BookgDt', element('Dt', day)) +
      more +
      element('NtryDtls', element('TxDtls', details)),
  )
}

/** A statement of camt.053 around entries. */
export function camtOf(entries: readonly string[], { version = 8, account = 'DE02120300000000202051' } = {}): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}`
  const header = element('GrpHdr', element('MsgId', 'm1') + element('CreDtTm', '2026-11-28T05:00:00'))
  const own = element('Acct', element('Id', element('IBAN', account)) + element('Ccy', 'EUR'))
  const body = element('BkToCstmrStmt', header + element('Stmt', `<Id>s1</Id>${own}${entries.join('')}`))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${body}</Document>\n`
}

/** What staff of a shop do with statements. */
export function bankOf(service: TestApp, shop: TestMerchant, headers = shop.owner.headers) {
  const path = '/admin/payments/statement'
  const send = (body: string | Buffer, type = 'application/xml', query = '') =>
    service.request('POST', `${path}${query}`, { headers: { ...headers, 'content-type': type }, payload: body })
  return {
    send,
    async credits(...sent: SentCredit[]) {
      const { status, body } = await send(camtOf(sent.map((credit) => entryOf(credit))))
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    },
    read: async (id: string) => (await service.request('GET', `${path}/${id}`, { headers })).body.data,
    confirm: (id: string, credits: unknown) =>
      service.request('POST', `${path}/${id}/confirm`, { headers, body: { credits } }),
  }
}

export const statesOf = (statement: { credits: { state: string; reason: string | null; order_id: string | null }[] }) =>
  statement.credits.map(({ state, reason, order_id }) => [state, reason, order_id])

/** Shops of a service that are paid at the bank. */
export function bankingIn(service: TestApp) {
  return {
    /** A shop with a mug for 12.50 EUR, and what it takes to order some. */
    async makeShop() {
      const shop = await makeMerchant(service, { currency: 'EUR' })
      const mug = await makeProduct(service, shop, { price: 12.5, onHand: 500 })
      const shopper = await makeShopper(service, shop)
      const order = async (quantity = 2, more: Record<string, unknown> = {}) => {
        const placed = await shopper.order([{ product_id: mug.id, quantity }], { billing_address: berlin, ...more })
        assert.equal(placed.status, 201, JSON.stringify(placed.body))
        return placed.body.data as { id: string; order_number: string }
      }
      return { shop, shopper, order, bank: bankOf(service, shop) }
    },
    readOrder: async ({ owner: { headers } }: TestMerchant, id: string) =>
      (await service.request('GET', `/admin/orders/${id}`, { headers })).body.data,
    payments: async ({ owner: { headers } }: TestMerchant, id: string) =>
      (await service.request('GET', `/admin/orders/${id}/payments`, { headers })).body.data.items,
  }
}
