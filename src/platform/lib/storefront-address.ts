/**
 * The address that links to a shop's own pages begin with, without a slash at its end; undefined if it is none. A
 * query, a fragment or a password has no place in it.
 */
export function storefrontAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username + url.password + url.search + url.hash !== '') return undefined
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

export const noStorefrontAddress = 'must be an http or https address without query, fragment and password'
