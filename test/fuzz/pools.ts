import fc from 'fast-check'
import { newId } from '#src/platform/lib/ids.ts'

/**
 * What answers have shown under the names that requests ask for (ids, cursors, tokens, e-mail addresses), per group of
 * callers. A plan says where to take a value from by a placeholder, which is filled in when the request is sent: the
 * plan depends on the seed alone, what stands there on the run.
 */

export type Group = 'a' | 'b' | 'untouched'

const keptOfEach = 40
const placeholder = /@@(own|other|untouched|nobody) (\w+) (\d+)@@/g

/** A value seen under this name: mostly one of the caller's own group. */
export function seen(name: string): fc.Arbitrary<string> {
  const source = fc.oneof(
    { weight: 24, arbitrary: fc.constant('own') },
    { weight: 3, arbitrary: fc.constant('other') },
    { weight: 2, arbitrary: fc.constant('untouched') },
    { weight: 1, arbitrary: fc.constant('nobody') },
  )
  return fc.tuple(source, fc.nat({ max: 999 })).map(([from, number]) => `@@${from} ${name} ${number}@@`)
}

interface Known {
  value: string
  /** Path parameters of the request whose answer showed it: the webhook of a delivery. */
  within: Record<string, string>
}

export interface Pools {
  add(group: Group, name: string, value: string, within?: Record<string, string>): void
  /** Collects from the answer to a request to this path of the contract. */
  learn(group: Group, path: string, within: Record<string, string>, answer: unknown): void
  /** With what is filled in quoted as the text needs it. */
  fill(group: Group, text: string, quote: (value: string) => string): string
  forget(group: Group, ...names: string[]): void
  remove(group: Group, value: string): void
  /** The path with its parameters, and the path parameters that were chosen. */
  fillPath(group: Group, path: string, values: readonly string[]): { path: string; within: Record<string, string> }
}

export function createPools(wanted: ReadonlySet<string>): Pools {
  const pools = new Map<string, Known[]>()
  const others: Record<Group, Group> = { a: 'b', b: 'a', untouched: 'a' }

  function add(group: Group, name: string, value: string, within: Record<string, string> = {}): void {
    const key = `${group} ${name}`
    const known = pools.get(key) ?? []
    pools.set(key, known)
    if (value === '' || value.length > 400 || known.some((one) => one.value === value)) return
    known.push({ value, within })
    if (known.length > keptOfEach) known.splice(known.length >> 1, 1)
  }

  function pick(group: Group, source: string, name: string, number: number): Known {
    const from = source === 'own' ? group : source === 'other' ? others[group] : source
    const known = pools.get(`${from} ${name}`) ?? []
    return known[number % known.length] ?? { value: newId(), within: {} }
  }

  const fillOne = (group: Group, text: string): Known[] =>
    [...text.matchAll(placeholder)].map(([, source = '', name = '', number]) =>
      pick(group, source, name, Number(number)),
    )

  function learn(group: Group, path: string, within: Record<string, string>, answer: unknown): void {
    const noun = `${nounOf(path)}_id`
    const name = wanted.has(noun) ? noun : undefined
    const walk = (node: unknown, isOfPath: boolean): void => {
      if (Array.isArray(node)) for (const item of node) walk(item, isOfPath)
      if (node === null || typeof node !== 'object' || Array.isArray(node)) return
      for (const [key, value] of Object.entries(node)) {
        if (typeof value !== 'string') walk(value, isOfPath && (key === 'data' || key === 'items'))
        else if (key === 'id' && isOfPath && name !== undefined) add(group, name, value, within)
        else if (key === 'next_cursor') add(group, cursorOf(path), value)
        else if (wanted.has(key)) add(group, key, value, within)
      }
    }
    walk(answer, true)
  }

  return {
    add,
    learn,
    forget(group, ...names) {
      for (const name of names) pools.delete(`${group} ${name}`)
    },
    remove(group, value) {
      for (const [key, known] of pools) {
        if (!key.startsWith(`${group} `)) continue
        const at = known.findIndex((one) => one.value === value)
        if (at >= 0) known.splice(at, 1)
      }
    },
    fill: (group, text, quote) =>
      text.replaceAll(placeholder, (_, source, name, number) => quote(pick(group, source, name, Number(number)).value)),
    fillPath(group, path, values) {
      const names = parameterNames(path)
      // The last one first: what it lies within decides the others.
      const known = fillOne(group, values.at(-1) ?? '')[0]
      const within: Record<string, string> = {}
      const filled = names.reduceRight((text, { parameter }, index) => {
        const value = values[index] ?? ''
        const own = index === names.length - 1 ? known?.value : known?.within[parameter]
        const chosen = own ?? fillOne(group, value)[0]?.value ?? value
        within[parameter] = chosen
        return text.replace(`{${parameter}}`, () => (value.startsWith('@@') ? encodeURIComponent(chosen) : chosen))
      }, path)
      return { path: filled, within }
    },
  }
}

/**
 * For each parameter of a path the name its values are kept under: `{id}` after `orders` is an `order_id`, and behind
 * another parameter that of a product.
 */
export function parameterNames(path: string): { parameter: string; name: string }[] {
  return [...path.matchAll(/(?<=([\w-]+|\})\/)\{(\w+)\}/g)].map(([, segment = '', parameter = '']) => ({
    parameter,
    name: parameter === 'id' ? `${segment === '}' ? 'product' : singular(segment)}_id` : parameter,
  }))
}

/** What the `id` of an answer from this path is that of, if the path ends with a noun. */
function nounOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'))
  return singular(segments.at(-1) ?? '')
}

/** A cursor is good for its own list only. */
export const cursorOf = (path: string): string => `cursor_of${path.replaceAll(/\W+/g, '_')}`

function singular(noun: string): string {
  const word = noun.replaceAll('-', '_')
  return word.replace(/ies$/, 'y').replace(/sses$/, 'ss').replace(/s$/, '')
}
