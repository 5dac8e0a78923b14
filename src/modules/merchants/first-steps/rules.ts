import { isInUnion } from '#src/platform/lib/vat-numbers.ts'

export const stepIds = [
  ...(['name', 'country', 'currency', 'days', 'seller_address', 'tax', 'payment', 'shipping', 'products'] as const),
  ...(['policies', 'storefront', 'test_order'] as const),
] as const
export type StepId = (typeof stepIds)[number]

/** `open` again: what the shop has decides. */
export const stepStates = ['open', 'done', 'dismissed'] as const
export type StepState = (typeof stepStates)[number]

/** The page of the console on which it is done. */
export const pageOfStep: Readonly<Record<StepId, string>> = {
  name: '/console/settings/shop',
  country: '/console/settings/invoices',
  currency: '/console/settings/shop',
  days: '/console/settings/shop',
  seller_address: '/console/settings/invoices',
  tax: '/console/settings/taxes',
  payment: '/console/settings/payments',
  shipping: '/console/settings/shipping',
  products: '/console/products/new',
  policies: '/console/settings/pages',
  storefront: '/console/settings/api-keys',
  test_order: '/console/orders/new',
}

/** What staff has said counts; else what the shop has. */
export function stateOf(said: StepState | undefined, isFound: boolean): StepState {
  if (said === 'done' || said === 'dismissed') return said
  return isFound ? 'done' : 'open'
}

/** Kinds of pages that the law of a shop's country asks for, or that its shoppers look for. */
export function wantedPages(country: string | null): string[] {
  const others = ['privacy', 'terms', 'shipping']
  if (country === null) return others
  const withdrawal = country === 'GB' || isInUnion(country) ? ['withdrawal'] : []
  return [hasImprint.includes(country) ? 'imprint' : 'contact', ...withdrawal, ...others]
}

/** § 5 DDG; §§ 5 ECG, 14 UGB, 25 MedienG; Article 3(1)(s) UWG: who sells says so on a page of its own. */
const hasImprint = ['DE', 'AT', 'CH']
