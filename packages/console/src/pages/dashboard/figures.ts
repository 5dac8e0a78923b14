import { t } from '#console/lib/text.ts'
import type { Step, Totals } from './data.ts'

export type FigureName = 'revenue' | 'orders' | 'average_order_value' | 'new_customers'

interface Shape {
  label: string
  isMoney: boolean
  /** What the list behind it shows. No list has the orders of a revenue: they were paid, not placed, in these days. */
  list: string
}

export const figures: Record<FigureName, Shape> = {
  revenue: { label: t('Revenue'), isMoney: true, list: t('the orders placed, paid or not') },
  orders: { label: t('Orders'), isMoney: false, list: t('the orders placed') },
  average_order_value: { label: t('Average order'), isMoney: true, list: t('the orders by their total') },
  new_customers: { label: t('New customers'), isMoney: false, list: t('the customers, newest first') },
}

export const figureNames = Object.keys(figures) as FigureName[]

export function figureOf(totals: Totals, name: FigureName): number {
  return name === 'orders' ? totals.orders.total : (totals[name] ?? 0)
}

export function stepValue(step: Step, name: FigureName): number {
  if (name === 'average_order_value') return step.paid_orders === 0 ? 0 : step.revenue / step.paid_orders
  return step[name]
}
