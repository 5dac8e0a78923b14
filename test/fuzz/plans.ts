import fc from 'fast-check'
import type { Operation } from '#test/support/operations.ts'
import { contentTypes, hostileDocument, hostileHeader, hostileParameter, hostileText, spoil } from './hostile.ts'
import { cursorOf, parameterNames, seen } from './pools.ts'
import { valid } from './values.ts'
import { toJson, wrongIds, wrongQueryTexts, wrongValues } from './wrong-values.ts'

/** A request as the seed decides it; what answers must show first stands in it as a placeholder (pools.ts). */
export interface Plan {
  operation: Operation
  method: string
  caller: CallerKind
  credentials: Credentials
  kind: Kind
  /** Values of the path's parameters. */
  ids: string[]
  query: string
  headers: Record<string, string>
  payload: string | undefined
}

export const callerKinds = [
  'nobody',
  'device',
  'user',
  'viewer',
  'manager',
  'owner',
  'rival',
  'rivalUser',
  'key',
  // Keys of a storefront: alone, and the secret one beside the session of a shopper.
  'publishable',
  'storefront',
  'throughStorefront',
] as const
export type CallerKind = (typeof callerKinds)[number]

export const credentialKinds = [
  'own',
  'no device',
  'another device',
  'no shop',
  'another shop',
  'the untouched shop',
  'no such shop',
  'a forged token',
  'nonsense for a token',
  'a malformed shop',
  'a malformed device',
] as const
export type Credentials = (typeof credentialKinds)[number]

/** Valid as far as the contract tells; valid but for one thing; hostile. */
type Kind = 'valid' | 'nearly' | 'hostile'
const kinds = weigh<Kind>({ valid: 12, nearly: 4, hostile: 4 })

const staffCallers = weigh<CallerKind>({
  owner: 16,
  manager: 8,
  viewer: 4,
  rival: 8,
  key: 8,
  user: 2,
  rivalUser: 1,
  device: 1,
  nobody: 1,
  publishable: 1,
  storefront: 1,
})
const userCallers = weigh<CallerKind>({
  user: 20,
  rivalUser: 8,
  owner: 2,
  viewer: 1,
  rival: 2,
  key: 1,
  device: 1,
  nobody: 1,
  publishable: 6,
  storefront: 4,
  throughStorefront: 4,
})
const anyCaller = weigh<CallerKind>({
  device: 14,
  nobody: 1,
  user: 5,
  owner: 1,
  rival: 1,
  key: 1,
  publishable: 3,
  storefront: 2,
  throughStorefront: 1,
})
const wrongCredentials = fc.constantFrom<Credentials>(...credentialKinds.slice(1))
const ownMostly = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Credentials>('own') },
  { weight: 1, arbitrary: wrongCredentials },
)

function weigh<T extends string>(weights: Partial<Record<T, number>>): fc.Arbitrary<T> {
  const entries = Object.entries(weights) as [T, number][]
  return fc.oneof(...entries.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })))
}

function sometimes<T>(percent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: fc.constant(undefined) })
}

/** Ends the session of its caller, or costs a password hash: less often than the rest. */
const costly = /(register|login|password|logout|profile|two-factor|invitations)/

export function anyPlan(operations: readonly Operation[]): fc.Arbitrary<Plan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.scope === 'open' ? 1 : operation.method !== 'GET' && costly.test(operation.path) ? 3 : 8,
      arbitrary: planOf(operation),
    })),
  )
}

function planOf(operation: Operation): fc.Arbitrary<Plan> {
  const { scope, method } = operation
  const caller = scope === 'staff' ? staffCallers : ['user', 'shopper'].includes(scope) ? userCallers : anyCaller
  const plans = { valid: partsOf(operation, 'valid'), nearly: partsOf(operation, 'nearly') }
  const byKind = { ...plans, hostile: partsOf(operation, 'hostile') }
  return fc
    .tuple(
      kinds.chain((kind) => byKind[kind]),
      caller,
      ownMostly,
      fc.oneof(
        { weight: 60, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'POST', 'GET') },
      ),
    )
    .map(([parts, caller, credentials, method]) => ({ ...parts, operation, caller, credentials, method }))
}

type Parts = Pick<Plan, 'kind' | 'ids' | 'query' | 'headers' | 'payload'>

function partsOf(operation: Operation, kind: Kind): fc.Arbitrary<Parts> {
  return fc
    .tuple(idsOf(operation, kind), queryOf(operation, kind), headersOf(operation, kind), payloadOf(operation, kind))
    .map(([ids, query, headers, payload]) => ({
      kind,
      ids,
      query,
      payload,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...typeOf(operation),
        ...headers,
      },
    }))
}

function typeOf({ contentTypes: [type] }: Operation): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type }
}

function idsOf({ path }: Operation, kind: Kind): fc.Arbitrary<string[]> {
  const hostile = fc.oneof(fc.constantFrom(...wrongIds), hostileText.map(asSegment))
  const one = (name: string) =>
    kind === 'valid'
      ? seen(name)
      : fc.oneof({ weight: 4, arbitrary: seen(name) }, { weight: kind === 'hostile' ? 2 : 1, arbitrary: hostile })
  return fc.tuple(...parameterNames(path).map(({ name }) => one(name)))
}

/** An empty segment, or one of dots, would be another path. */
function asSegment(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).slice(0, 4_000)
  return /^\.*$/.test(encoded) ? '%2e' : encoded
}

function queryOf({ path, parameters }: Operation, kind: Kind): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  const present = named.map((parameter) =>
    sometimes(
      parameter.required === true ? 95 : parameter.name === 'cursor' ? 8 : 25,
      (parameter.name === 'cursor' ? seen(cursorOf(path)) : valid(parameter.name, parameter.schema)).map((value) =>
        pair(parameter.name, String(value)),
      ),
    ).map((text) => text ?? ''),
  )
  const wrong = named.map((parameter) => {
    const texts = wrongQueryTexts(parameter).map((text) => `${parameter.name}=${text}`)
    const hostile = hostileText.map((text) => pair(parameter.name, text))
    return texts.length === 0 ? hostile : fc.oneof(fc.constantFrom(...texts), hostile)
  })
  const spoiling = {
    valid: fc.constant(''),
    nearly: wrong.length > 0 ? fc.oneof(fc.constant(''), ...wrong) : fc.constant(''),
    hostile: fc.oneof(fc.constant(''), hostileParameter, ...wrong),
  }[kind]
  return fc.tuple(spoiling, ...present).map((parts) => parts.filter((part) => part !== '').join('&'))
}

/** A placeholder is filled in before it is sent, so it must not be encoded. */
function pair(name: string, text: string): string {
  const value = text.startsWith('@@') ? text : encodeURIComponent(text.toWellFormed()).slice(0, 6_000)
  return `${name}=${value}`
}

function headersOf({ statuses }: Operation, kind: Kind): fc.Arbitrary<Record<string, string>> {
  const usual = fc.nat({ max: 30 }).map((number) => `fuzz-key-of-a-plan-${number}`)
  const key = kind === 'hostile' ? fc.oneof(usual, hostileHeader) : usual
  const idempotency = sometimes(statuses.includes(422) ? 40 : 2, key)
  const type = sometimes(25, fc.constantFrom(...contentTypes))
  const encoding = sometimes(10, fc.constantFrom('gzip', 'br', 'nonsense'))
  const rest = kind === 'hostile' ? fc.tuple(type, encoding) : fc.constant([undefined, undefined])
  return fc.tuple(idempotency, rest).map(([key, [type, encoding]]) => ({
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(type !== undefined && { 'content-type': type }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  }))
}

function payloadOf(operation: Operation, kind: Kind): fc.Arbitrary<string | undefined> {
  const { body, contentTypes, method } = operation
  if (contentTypes.length > 0 && body === undefined) return fileOf(kind)
  if (body === undefined) {
    return kind === 'hostile' && method !== 'GET' ? sometimes(50, hostileDocument) : fc.constant(undefined)
  }
  const good = valid('', body.schema)
  if (kind === 'valid') return sometimes(body.required ? 97 : 50, good.map(toJson))
  if (kind === 'nearly')
    return good.chain((value) => fc.constantFrom(...wrongValues(body.schema, value))).map(({ value }) => toJson(value))
  return fc.oneof({ weight: 3, arbitrary: good.chain(spoil) }, { weight: 1, arbitrary: hostileDocument })
}

/** A file of products: one line a product. */
function fileOf(kind: Kind): fc.Arbitrary<string> {
  const line = fc.record(
    { sku: seen('sku'), name: fc.string({ minLength: 1 }), price: fc.nat({ max: 90 }), on_hand: fc.nat({ max: 90 }) },
    { requiredKeys: ['sku'] },
  )
  const lines = fc.array(line, { minLength: 1, maxLength: 5 }).map((all) => all.map((one) => JSON.stringify(one)))
  if (kind === 'valid') return lines.map((all) => `${all.join('\n')}\n`)
  return fc.tuple(lines, hostileDocument).map(([all, wrong]) => [...all, wrong].join('\n'))
}
