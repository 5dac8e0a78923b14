import { ApiError } from './api.ts'
import type { Answer, View } from './view.ts'

/**
 * Whose session ended at the checkout goes on there: what they typed stays in their cookie, and the cart of a guest is
 * filled again for a new one. Somebody with an account signs in first, as on every page.
 */
export async function goOn(error: unknown, view: View): Promise<Answer | undefined> {
  const { remembered, visit, path } = view
  if (!(error instanceof ApiError) || error.status !== 401 || !path.startsWith('/checkout')) return undefined
  const { lines = [] } = remembered.draft
  remembered.draft = { ...remembered.draft, hasEnded: true }
  if (remembered.hasAccount) return undefined
  visit.forgetSession()
  remembered.cart = 0
  for (const [productId, quantity] of lines) {
    // What is sold out meanwhile is left out; the page shows what there is.
    remembered.cart = await visit.addToCart(productId, quantity).catch(() => remembered.cart)
  }
  return remembered.cart > 0 ? { redirect: view.href('/checkout') } : undefined
}
