/**
 * The base URL of links to a shop's own pages, without a trailing slash; undefined if it is invalid. It must not have a
 * query, a fragment or a password.
 */
export function storefrontAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username + url.password + url.search + url.hash !== '') return undefined
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

export const noStorefrontAddress = 'must be an http or https address without query, fragment and password'
