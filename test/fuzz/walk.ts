import assert from 'node:assert/strict'
import { before, type TestContext } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestAnswer, type TestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { snapshot } from '#test/support/snapshot.ts'

/** A request of an operation. What is not given is as its example, and the ids are of nothing. */
export interface Sent {
  what: string
  query?: string
  /** In place of every id of the path. */
  id?: string
  /** Instead of the credentials of its caller. */
  headers?: Record<string, string>
  payload?: string | Buffer
  contentType?: string | undefined
  contentEncoding?: string
  /** The refusal. Without it, it is any answer but a 5xx, with 50 faults at most. */
  expected?: number
  code?: string
  /** Named by a fault: it, a part of it, or the body if it is too large as a whole. */
  field?: string
}

export interface Callers {
  shop: TestMerchant
  rival: TestMerchant
  user: SignedInUser
  headersOf(operation: Pick<Operation, 'scope'>): Record<string, string>
}

/** Makes requests of an operation. */
export type Generator = (operation: Operation, callers: Callers) => Sent[] | Promise<Sent[]>

/** Walks over the operations of the contract. The harness checks each answer against the contract. */
export interface Walk {
  operations: Operation[]
  callers: Callers
  send(operation: Operation, sent: Sent): Promise<TestAnswer>
  /** Sends what the generator makes of each operation; names what was answered otherwise, and the operation. */
  over(t: TestContext, generator: Generator): Promise<void>
  /** The same, and nothing in the database has changed after it. */
  refused(t: TestContext, generator: Generator): Promise<void>
}

export function walkOver(service: TestApp): Walk {
  const operations: Operation[] = []
  const callers = {} as Callers
  before(async () => {
    operations.push(...operationsOf(service.app))
    const [shop, rival] = [await makeMerchant(service), await makeMerchant(service)]
    const user = await makeUser(service, { merchantId: shop.id })
    const headersOf: Callers['headersOf'] = ({ scope }) => {
      if (scope === 'staff') return shop.owner.headers
      if (scope === 'shopper') return { ...user.headers, 'merchant-id': shop.id }
      if (scope === 'user') return user.headers
      return scope === 'device' ? { 'device-id': unique('device') } : {}
    }
    Object.assign(callers, { shop, rival, user, headersOf })
  })

  function send(operation: Operation, sent: Sent): Promise<TestAnswer> {
    const { method, path, body } = operation
    const words: Record<string, string> = { type: 'product', locale: 'de' }
    const idOf = (name: string) =>
      sent.id ?? words[name] ?? (name === 'event_id' ? `evt_${newId().replaceAll('-', '')}` : newId())
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => idOf(name)) + (sent.query ? `?${sent.query}` : '')
    const payload = sent.payload ?? (body && JSON.stringify(body.example))
    const contentType = 'contentType' in sent ? sent.contentType : 'application/json'
    const headers: Record<string, string> = { ...(sent.headers ?? callers.headersOf(operation)) }
    if (payload !== undefined && contentType !== undefined) headers['content-type'] ??= contentType
    if (sent.contentEncoding !== undefined) headers['content-encoding'] = sent.contentEncoding
    return service.request(method, url, { headers, ...(payload !== undefined && { payload }) })
  }

  async function faultOf(operation: Operation, sent: Sent): Promise<string[]> {
    const answer = await send(operation, sent).catch((error: Error) => error)
    if (answer instanceof Error) return [`${sent.what}: ${answer.message.slice(0, 300)}`]
    const { expected, code, field } = sent
    const details: unknown = answer.body?.error?.details
    const faults: { field: string }[] = Array.isArray(details) ? details : []
    const isExpected =
      expected === undefined
        ? answer.status < 500 && faults.length <= 50
        : answer.status === expected &&
          (code === undefined || answer.body.error.code === code) &&
          (field === undefined || faults.some((fault) => [field, 'body'].includes(fault.field.split(/[.[]/)[0] ?? '')))
    const shown = JSON.stringify(answer.body).slice(0, 200)
    return isExpected ? [] : [`${sent.what}: ${answer.status} ${shown}, not ${expected ?? 'below 500'} ${field ?? ''}`]
  }

  async function over(t: TestContext, generator: Generator): Promise<void> {
    for (const operation of operations) {
      const requests = await generator(operation, callers)
      if (requests.length === 0) continue
      await t.test(operation.name, async () => {
        const faults: string[] = []
        // The runner keeps this function to the end of the file, but not what has been sent: that is gigabytes.
        for (let sent = requests.shift(); sent !== undefined; sent = requests.shift())
          faults.push(...(await faultOf(operation, sent)))
        assert.deepEqual(faults, [])
      })
    }
  }

  return {
    operations,
    callers,
    send,
    over,
    async refused(t, generator) {
      const before = await snapshot(service)
      await over(t, generator)
      assert.deepEqual(await snapshot(service), before)
    },
  }
}
