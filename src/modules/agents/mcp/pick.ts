/**
 * The fields of an answer that a model needs: `customer.name` is a field of an object, or of each object of a list.
 * What is null, an empty text or an empty object is left out.
 */
export function pick(data: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(data)) return data.map((one) => pick(one, fields))
  if (typeof data !== 'object' || data === null) return data
  const inner = new Map<string, string[]>()
  for (const field of fields) {
    const [name = '', ...rest] = field.split('.')
    inner.set(name, [...(inner.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])])
  }
  return Object.fromEntries(
    [...inner].flatMap(([name, within]) => {
      const value = (data as Record<string, unknown>)[name]
      const shown = within.length > 0 ? pick(value, within) : value
      return isEmpty(shown) ? [] : [[name, shown]]
    }),
  )
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return false
  return value === null || value === undefined || value === '' || (typeof value === 'object' && isBare(value))
}

const isBare = (value: object) => Object.keys(value).length === 0
