import { ApiError } from './api.ts'
import { splitUrl } from './paths.ts'
import type { Answer, View } from './view.ts'

/** How shops of others name what is here: Shopify's and WooCommerce's addresses. */
const oldForms: [form: RegExp, now: string][] = [
  [/^\/collections\/[^/]+\/products\/([^/]+)$/, '/products/$1'],
  [/^\/product\/([^/]+)$/, '/products/$1'],
  [/^\/product-category\/(?:[^/]+\/)*([^/]+)$/, '/collections/$1'],
  [/^\/shop$/, '/products'],
]

/** Where a path of another shop's form is found here. */
export function fromOtherShop(path: string): string | undefined {
  const found = oldForms.find(([form]) => form.test(path))
  return found && path.replace(...found)
}

/** Where an address leads to that is not there any more: a redirect of the shop, else the same page in its form here. */
export async function ledOn(error: unknown, view: View): Promise<Answer | undefined> {
  if (!(error instanceof ApiError) || error.status !== 404) return undefined
  const { path, query } = splitUrl(view.path)
  // Without one the page is not there.
  const found = await view.visit.redirect(path).catch(() => undefined)
  const to = found?.to ?? fromOtherShop(path)
  if (to === undefined) return undefined
  const address = to.startsWith('/') ? view.href(to) : to
  const status = found === undefined || found.permanent ? 301 : 302
  return { redirect: /[?#]/.test(to) ? address : address + query, status }
}
