/** Signs that may stand in a path as they are, and that some proxies take out of their encoded form. */
const plain = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/**
 * The one path under which a page is found, whatever a visitor, a mail program or a proxy has made of it: single
 * slashes and none at the end, small letters, nothing encoded without need. So a path never begins with two slashes,
 * after which browsers read the name of another site. Undefined for what is no path.
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  try {
    // It resolves `..`, and reads a backslash as browsers do.
    const { pathname } = new URL(`http://shop.invalid${path}`)
    const segments = pathname.split('/').filter((segment) => segment !== '')
    const words = segments.map(decodeURIComponent).map((word) => word.toLowerCase())
    // Capitals of a token count: that of a link in a mail.
    const shown = words.indexOf('orders') + 1
    if (shown > 0 && segments[shown] !== undefined) words[shown] = decodeURIComponent(segments[shown])
    return `/${words.map((word) => encodeURIComponent(word).replace(plain, decodeURIComponent)).join('/')}`
  } catch {
    return undefined
  }
}

/** An address of a request as its path and its query, which begins with `?` if there is one. */
export function splitUrl(url: string): { path: string; query: string } {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? []
  return { path, query }
}
