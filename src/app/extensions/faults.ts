import { eventNames } from '#src/platform/outbox/index.ts'

type Check = (value: unknown) => string[]

const name = /^[a-z][a-z0-9_]{1,29}$/

/** What is wrong with the default export of an extension, each with the field's name and what is expected. */
export function faultsOf(value: unknown): string[] {
  if (!isRecord(value)) return ['its default export is no object; expected an extension']
  const own = typeof value['name'] === 'string' && name.test(value['name']) ? value['name'] : undefined
  if (own === undefined) return [`name is ${shown(value['name'])}; expected [a-z][a-z0-9_]{1,29}`]
  const unknown = Object.keys(value).filter((field) => !Object.hasOwn(fields, field) && field !== 'name')
  return [
    ...unknown.map((field) => `${field} is unknown; expected ${Object.keys(fields).join(', ')}`),
    ...Object.entries(fields).flatMap(([field, check]) =>
      value[field] === undefined ? [] : check(own)(value[field]).map((fault) => `${field}${fault}`),
    ),
  ]
}

const fields: Record<string, (own: string) => Check> = {
  sql: () => (value) =>
    value instanceof URL || typeof value === 'string' ? [] : [` is ${shown(value)}; expected the URL of a folder`],
  permissions: (own) => (value) => {
    const known = [`${own}.read`, `${own}.write`]
    const isKnown = Array.isArray(value) && value.every((one) => known.includes(one))
    return isKnown ? [] : [` is ${shown(value)}; expected ${known.join(' and ')}`]
  },
  routes: () => functionsOf(['public', 'device', 'shopper', 'staff']),
  on: () => functionsOf(eventNames),
  erase: () => isFunction,
  export: () => isFunction,
}

/** Fields of these names, each a function. */
function functionsOf(names: readonly string[]): Check {
  return (value) => {
    if (!isRecord(value)) return [` is ${shown(value)}; expected functions by name`]
    return Object.entries(value).flatMap(([key, one]) => {
      if (!names.includes(key)) return [`.${key} is unknown; expected ${names.join(', ')}`]
      return isFunction(one).map((fault) => `.${key}${fault}`)
    })
  }
}

const isFunction: Check = (value) => (typeof value === 'function' ? [] : [` is ${shown(value)}; expected a function`])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown) => (value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value))
