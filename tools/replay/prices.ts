import type { TransactionLine } from './transactions.ts'

export interface PricedLine {
  /** The stock code, or `CODE@1.95` where that price needs a product of its own. */
  sku: string
  code: string
  quantity: number
  pence: number
}

export interface PriceChange {
  sku: string
  pence: number
}

/**
 * Which product each line buys, and which prices staff must change before. Prices come from the catalog and a product
 * has one at a time, so a stock code is one product whose price follows the file from invoice to invoice. Two cases
 * need a product beside it: a second price of a code on the same invoice, and goods given away, since a price of
 * nothing would be open to everybody while it stands.
 *
 * @param prices what each product costs now; kept up to date here
 */
export function priceInvoice(
  lines: readonly TransactionLine[],
  prices: Map<string, number>,
): { lines: PricedLine[]; changes: PriceChange[] } {
  const changes: PriceChange[] = []
  const ofCode = new Map<string, number>()
  for (const [code, own] of Map.groupBy(lines, (line) => line.sku)) {
    const asked = own.map((line) => line.pence).filter((pence) => pence > 0)
    const now = prices.get(code)
    const pence = now !== undefined && asked.includes(now) ? now : asked[0]
    if (pence === undefined) continue
    ofCode.set(code, pence)
    if (now !== undefined && now !== pence) changes.push({ sku: code, pence })
    prices.set(code, pence)
  }
  const priced = lines.map(({ sku: code, quantity, pence }) => {
    const sku = ofCode.get(code) === pence ? code : `${code}@${(pence / 100).toFixed(2)}`
    prices.set(sku, pence)
    return { sku, code, quantity, pence }
  })
  return { lines: sumBySku(priced), changes }
}

/** One line for each product, as the API makes of an order. */
function sumBySku(lines: readonly PricedLine[]): PricedLine[] {
  return [...Map.groupBy(lines, (line) => line.sku).values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ ...first, quantity: own.reduce((sum, line) => sum + line.quantity, 0) }]
  })
}
