export const stepIds = [
  ...(['name', 'country', 'currency', 'days', 'seller_address', 'tax', 'payment', 'shipping', 'products'] as const),
  ...(['storefront', 'test_order'] as const),
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
  storefront: '/console/settings/api-keys',
  test_order: '/console/orders/new',
}

/** What staff has said counts; else what the shop has. */
export function stateOf(said: StepState | undefined, isFound: boolean): StepState {
  if (said === 'done' || said === 'dismissed') return said
  return isFound ? 'done' : 'open'
}
