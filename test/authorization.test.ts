import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { permissions, type Role } from '#src/platform/lib/permissions.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import {
  makeApiKey,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStorefrontKey,
  makeUser,
  type TestMerchant,
} from '#test/support/factories.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'

/**
 * The table of docs/reference/authorization.md, which people read and write, against the service: every operation of
 * the contract, sent by every kind of caller.
 */
const page = readFileSync(new URL('../docs/reference/authorization.md', import.meta.url), 'utf8')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const callers = cells(/^\| operation .*$/m.exec(page)?.[0] ?? '').slice(1)
const expected = new Map(
  [...page.matchAll(/^\| `([A-Z]+ \/\S*)` .*$/gm)].map(([line, name = '']) => [name, cells(line).slice(1)]),
)

const refusals: Record<string, string> = {
  MISSING_TOKEN: 'token',
  UNAUTHORIZED: 'session',
  INVALID_DEVICE: 'device',
  INSUFFICIENT_PERMISSIONS: 'permission',
  MERCHANT_ACCESS_DENIED: 'shop',
}
/** What the request itself is refused for by somebody who may send it. */
const ofTheRequest = ['INVALID_CREDENTIALS', 'TWO_FACTOR_REQUIRED']

const ofStorefronts = ['publishable key', 'storefront key']

function outcomeOf({ scope }: Operation, caller: string, { status, body }: TestAnswer): string {
  if (status !== 401 && status !== 403) return 'yes'
  const { code } = body.error
  if (ofStorefronts.includes(caller)) return refusals[code] ?? `${status} ${code}`
  // A sign-in is also refused for whom it names, whoever sends it.
  const isOfTheRequest = scope === 'device' ? code !== 'INVALID_DEVICE' : ofTheRequest.includes(code)
  return isOfTheRequest ? 'yes' : (refusals[code] ?? `${status} ${code}`)
}

/** Of the shop's own role: one that packs, and looks after staff and keys. */
const ownRole = 'Packing'
const ownPermissions = ['orders.read', 'orders.fulfil', 'staff.read', 'staff.write', 'keys.write'] as const

/** The example makes the shop require two factors, which is the owner's to decide. */
const operationBodies: Record<string, unknown> = {
  'PATCH /admin/merchant': { support_email: 'help@example.com' },
  // What each caller with the permission has: to give more than one has is refused, too.
  'POST /admin/roles': { name: 'Orders', permissions: ['orders.read'] },
  'POST /admin/api-keys': { name: 'Orders', permissions: ['orders.read'] },
  'POST /admin/staff': { email: 'grace@example.com', role: ownRole },
  'PATCH /admin/staff/{id}': { role: ownRole },
}

type Headers = Record<string, string>

/** A key with every permission, whose maker's role was narrowed to the own one. */
async function makeKeyOfOwnRole(service: TestApp, shop: TestMerchant): Promise<{ headers: Headers }> {
  const role = await makeRole(service, shop, permissions)
  const key = await makeApiKey(service, { ...shop, owner: await makeStaff(service, shop.id, role.id) })
  const body = { permissions: ownPermissions }
  await service.request('PATCH', `/admin/roles/${role.id}`, { headers: shop.owner.headers, body })
  return key
}

describeShop('authorization', ({ service, shop }) => {
  let operations: Operation[]
  let signIn: Record<string, () => Promise<Headers>>
  const headers: Record<string, Headers> = {}
  before(async () => {
    operations = operationsOf(service.app)
    const rival = await makeMerchant(service)
    const here = { 'merchant-id': shop.id }
    const own = await makeRole(service, shop, ownPermissions, ownRole)
    const staff = (role: Role) => async () => (await makeStaff(service, shop.id, role)).headers
    signIn = {
      nobody: async () => ({}),
      customer: async () => ({ ...(await makeUser(service, { merchantId: shop.id })).headers, ...here }),
      viewer: staff('viewer'),
      warehouse: staff('warehouse'),
      support: staff('support'),
      manager: staff('manager'),
      owner: staff('owner'),
      own: staff(own.id),
      other: async () => ({ ...(await makeStaff(service, rival.id, 'owner')).headers, ...here }),
      key: async () => (await makeApiKey(service, shop)).headers,
      'own key': async () => (await makeKeyOfOwnRole(service, shop)).headers,
      'narrow key': async () => (await makeApiKey(service, shop, ['dashboard.read'])).headers,
      'publishable key': async () => ({
        ...(await makeStorefrontKey(service, shop, 'publishable')).headers,
        'device-id': 'browser',
      }),
      'storefront key': async () => ({
        ...(await makeStorefrontKey(service, shop, 'storefront')).headers,
        'device-id': 'server',
      }),
    }
    for (const [caller, make] of Object.entries(signIn)) headers[caller] = await make()
  })

  it('is described for every operation of the contract, for every kind of caller', () => {
    assert.deepEqual(callers, Object.keys(signIn))
    assert.deepEqual([...expected.keys()].sort(), operations.map(({ name }) => name).sort())
    const known = ['yes', ...Object.values(refusals)]
    for (const [name, row] of expected) {
      assert.equal(row.length, callers.length, name)
      for (const outcome of row) assert.ok(known.includes(outcome), `${name}: ${outcome}`)
    }
  })

  /** With the contract's example as its body where that is harmless for the requests after it, and ids of nothing. */
  async function send({ method, path, body, contentTypes }: Operation, headers: Headers): Promise<TestAnswer> {
    const url = path.replaceAll(/\{\w+\}/g, () => newId())
    const content = operationBodies[`${method} ${path}`] ?? body?.example
    if (content !== undefined) return service.request(method, url, { headers, body: content })
    const [type] = contentTypes
    return service.request(method, url, { headers: { ...headers, ...(type && { 'content-type': type }) } })
  }

  it('is as described, operation by operation and caller by caller', async () => {
    const different: string[] = []
    for (const operation of operations) {
      for (const [index, caller] of callers.entries()) {
        const answer = await send(operation, headers[caller] ?? {})
        const [found, described] = [outcomeOf(operation, caller, answer), expected.get(operation.name)?.[index]]
        if (found !== described) different.push(`${operation.name} by ${caller}: ${found}, described as ${described}`)
        if (operation.scope === 'user' && operation.method !== 'GET' && answer.status < 300) await renew(caller)
      }
    }
    assert.deepEqual(different, [])
  })

  /** The operation may have ended the session of who sent it. */
  async function renew(caller: string): Promise<void> {
    const { status } = await service.request('GET', '/user/profile', { headers: headers[caller] ?? {} })
    if (status === 401) headers[caller] = (await signIn[caller]?.()) ?? {}
  }
})
