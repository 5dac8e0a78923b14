import type { PlannedOrder, Step } from './steps.ts'

/**
 * For each step the steps it has to wait for, by index; all others may run at the same time. An order waits until its
 * products cost what the invoice says; a price waits until everybody who bought at the one before has placed their
 * order. Tax rates wait for all orders before, and all orders after wait for them.
 */
export function waitsFor(steps: readonly Step[]): number[][] {
  const lastPrice = new Map<string, number>()
  const buyersSince = new Map<string, number[]>()
  const lastOf = new Map<PlannedOrder, number>()

  let lastVat: number | undefined
  let placedSince: number[] = []

  const vatWaits = (index: number): number[] => {
    const before = [...present(lastVat), ...placedSince]
    lastVat = index
    placedSince = []
    return before
  }
  const priceWaits = (index: number, sku: string): number[] => {
    const before = [...present(lastPrice.get(sku)), ...(buyersSince.get(sku) ?? [])]
    lastPrice.set(sku, index)
    buyersSince.delete(sku)
    return before
  }
  const placeWaits = (index: number, order: PlannedOrder): number[] => {
    lastOf.set(order, index)
    for (const { sku } of order.lines) buyersSince.set(sku, [...(buyersSince.get(sku) ?? []), index])
    placedSince.push(index)
    return [...present(lastVat), ...order.lines.flatMap(({ sku }) => present(lastPrice.get(sku)))]
  }
  const moveWaits = (index: number, order: PlannedOrder): number[] => {
    const before = present(lastOf.get(order))
    lastOf.set(order, index)
    return before
  }
  return steps.map((step, index) => {
    if (step.type === 'vat') return vatWaits(index)
    if (step.type === 'price') return priceWaits(index, step.sku)
    if (step.type === 'place') return placeWaits(index, step.order)
    return step.type === 'stock' ? [] : moveWaits(index, step.order)
  })
}

function present(index: number | undefined): number[] {
  return index === undefined ? [] : [index]
}
