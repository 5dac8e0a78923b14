import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { AppError } from '#src/platform/lib/errors.ts'
import type { Permissions } from '#src/platform/lib/permissions.ts'
import { framesOf } from './frames.ts'
import type { LogReader, News } from './log-reader.ts'
import { openStream } from './open-stream.ts'
import { createStreamLimit } from './stream-limit.ts'

const everything: Permissions = new Set(['orders.read', 'products.read'])

/** A stream of a shop whose log says what a test says. */
async function open(permissions: () => Promise<Permissions | undefined> = async () => everything) {
  let follower: ((news: News) => void) | undefined
  const reader: LogReader = {
    async follow(_merchantId, given) {
      follower = given
      return '10'
    },
    leave() {
      follower = undefined
    },
    stop: async () => {},
  }
  const db = {} as Database
  const stream = await openStream({ db, reader, merchantId: 'm', since: undefined, permissions, heartbeatMs: 60_000 })
  const tell = (news: News) => follower?.(news)
  return { ...stream, tell, isFollowed: () => follower !== undefined }
}

const order = (position: number) => ({
  position: String(position),
  name: 'order.updated',
  body: Buffer.from(JSON.stringify({ data: { order: { id: `order-${position}`, version: 1 } } })),
})

describe('one stream', () => {
  it('is cut off when its client does not read, and keeps nothing', async () => {
    const { body, tell, isFollowed } = await open()
    const closed = once(body, 'close')
    for (let position = 11; position < 2_000; position++)
      tell({ end: String(position), frames: framesOf([order(position)]) })
    await closed
    assert.ok(body.readableLength < 70_000, `${body.readableLength} bytes are kept`)
    assert.equal(isFollowed(), false)
  })

  it('ends when it cannot be known whether the caller may still read, so that the client resumes', async () => {
    const { body, tell } = await open(() => Promise.reject(new Error('no database')))
    tell({ end: '11', frames: framesOf([order(11)]) })
    let text = ''
    for await (const part of body) text += part
    assert.equal(text, 'retry: 2000\nid: 10\n\n')
  })
})

describe('limits of streams', () => {
  const listener = (session: string, userId = session) => ({ session, userId, merchantId: 'm' })
  const codeOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return (error as AppError).code
    }
    return undefined
  }

  it('hold for a session, a person, a shop and the process, and count what is open', () => {
    const limit = createStreamLimit({ ofSession: 1, ofUser: 2, ofShop: 3, ofProcess: 4 })
    const first = limit.enter(listener('a'))
    assert.equal(
      codeOf(() => limit.enter(listener('a'))),
      'RATE_LIMITED',
    )
    limit.enter(listener('b', 'a'))
    assert.equal(
      codeOf(() => limit.enter(listener('c', 'a'))),
      'RATE_LIMITED',
    )
    limit.enter(listener('d'))
    assert.equal(
      codeOf(() => limit.enter(listener('e'))),
      'RATE_LIMITED',
    )
    limit.enter({ ...listener('f'), merchantId: 'another' })
    assert.equal(
      codeOf(() => limit.enter({ ...listener('g'), merchantId: 'third' })),
      'SERVICE_UNAVAILABLE',
    )
    first()
    first()
    assert.equal(limit.open(), 3)
    limit.enter(listener('a'))
  })
})
