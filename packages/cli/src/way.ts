/** A proxy between this machine and others, as the environment names it. */
export interface NamedProxy {
  variable: string
  /** With the name and the password, if it has them. */
  url: URL
  /** Without them, to show. */
  shown: string
}

/** Whom a request asked, and by which proxy. */
export interface Way {
  url: URL
  proxy: NamedProxy | undefined
}

const ways = new WeakMap<object, Way>()

export function rememberWay(error: object, way: Way): void {
  ways.set(error, way)
}

/** Whom the request asked that failed with this error. */
export function wayOf(error: object): Way | undefined {
  return ways.get(error)
}
