/** Redirects of a shop. */
export const maxRedirects = 100_000
export const maxPathLength = 1_000
export const maxTargetLength = 2_000

/** Signs that may stand in a path as they are, and that some proxies take out of their encoded form. */
const plain = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/**
 * The one form of a path under which a redirect is kept and asked for: single slashes and none at the end, small
 * letters, nothing encoded without need (RFC 3986, 6.2). Undefined for what is no path.
 */
export function canonicalPath(text: string): string | undefined {
  if (!text.startsWith('/')) return undefined
  try {
    const segments = new URL(`http://shop.invalid${text}`).pathname.split('/').filter((segment) => segment !== '')
    const words = segments.map((segment) => decodeURIComponent(segment).toLowerCase())
    return `/${words.map((word) => encodeURIComponent(word).replace(plain, decodeURIComponent)).join('/')}`
  } catch {
    return undefined
  }
}

/** What is wrong with a path to redirect from; else its canonical form. */
export function readPath(text: string): { path: string } | { fault: string } {
  const trimmed = text.trim()
  if (/[?#]/.test(trimmed)) return { fault: 'must be a path without a query, such as /old-page' }
  const path = canonicalPath(trimmed)
  if (path === undefined) return { fault: 'must be a path of the shop that begins with a slash, such as /old-page' }
  if (path === '/') return { fault: 'must not be the home page' }
  if (path.length > maxPathLength) return { fault: `must not be longer than ${maxPathLength} characters` }
  return { path }
}

export interface Target {
  target: string
  /** Null: it leads to another site. */
  targetPath: string | null
}

/** What is wrong with a target; else the target, as it is sent to browsers. */
export function readTarget(text: string): Target | { fault: string } {
  const fault = 'must be a path of the shop, such as /products/oak-table, or an address that begins with https://'
  const trimmed = text.trim()
  // Browsers read `//` and `/\` as the name of another site.
  const isPath = /^\/(?![/\\])/.test(trimmed)
  if (!isPath && !/^https?:\/\//i.test(trimmed)) return { fault }
  const url = URL.parse(trimmed, 'http://shop.invalid')
  if (url === null || url.username !== '' || url.password !== '') return { fault }
  const target = isPath ? `${url.pathname}${url.search}${url.hash}` : url.href
  const targetPath = isPath ? canonicalPath(url.pathname) : null
  if (targetPath === undefined) return { fault }
  return target.length > maxTargetLength
    ? { fault: `must not be longer than ${maxTargetLength} characters` }
    : { target, targetPath }
}

/** The paths from which redirects lead back to themselves. `next`: where each leads on. */
export function pathsInLoops(next: ReadonlyMap<string, string | null>): Set<string> {
  const looped = new Set<string>()
  const walks = new Map<string, number>()
  let walk = 0
  for (const start of next.keys()) {
    walk++
    const trail: string[] = []
    let at: string | null = start
    while (at !== null && next.has(at) && !walks.has(at)) {
      walks.set(at, walk)
      trail.push(at)
      at = next.get(at) ?? null
    }
    if (at !== null && walks.get(at) === walk) for (const path of trail.slice(trail.indexOf(at))) looped.add(path)
  }
  return looped
}
