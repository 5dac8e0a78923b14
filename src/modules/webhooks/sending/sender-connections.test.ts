import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freed, startSender, untilAllClosed } from '#test/support/sender.ts'

describe('connections', () => {
  test('are kept between deliveries', async (t) => {
    const { receiver, send } = await startSender(t, undefined, { idleMs: 60_000 })
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await send()).kind, 'delivered')
      await freed()
    }
    assert.equal(receiver.connections().accepted, 1)
  })

  test('are closed when idle', async (t) => {
    const { receiver, send } = await startSender(t, undefined, { idleMs: 50 })
    assert.equal((await send()).kind, 'delivered')
    await untilAllClosed(receiver)
    assert.equal((await send()).kind, 'delivered')
    assert.equal(receiver.connections().accepted, 2)
  })

  test('that the receiver has closed while idle are replaced', async (t) => {
    const { receiver, send } = await startSender(t, { do: 'answer', status: 200, headers: { connection: 'close' } })
    for (let n = 0; n < 3; n += 1) assert.equal((await send()).kind, 'delivered')
    assert.equal(receiver.connections().accepted, 3)
  })

  test('to one origin are not limited: those that hang delay no other', async (t) => {
    let requests = 0
    const { receiver, send } = await startSender(t, () => {
      requests += 1
      return requests <= 600 ? { do: 'hang' } : { do: 'answer', status: 200 }
    })
    const hanging = Array.from({ length: 600 }, () => send())
    await receiver.waitFor(600)
    assert.equal((await send()).kind, 'delivered')
    await receiver.close()
    await Promise.all(hanging)
  })

  test('leave from the given local addresses in turn', async (t) => {
    const { receiver, send } = await startSender(
      t,
      { do: 'answer', status: 200, afterMs: 50 },
      {
        localAddresses: ['127.0.0.2', '127.0.0.3', '::1'],
      },
    )
    await Promise.all(Array.from({ length: 4 }, () => send()))
    const seen = receiver.requests.map(({ remoteAddress }) => remoteAddress).sort()
    assert.deepEqual(seen, ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
  })

  test('from a local address that does not exist are an egress_fault', async (t) => {
    const { send } = await startSender(t, undefined, { localAddresses: ['198.51.100.7'] })
    const outcome = await send()
    assert.deepEqual([outcome.kind, outcome.error], ['egress_fault', 'source address not available'])
  })

  test('under way are closed by close after the answer', async (t) => {
    const { receiver, sender, send } = await startSender(t, { do: 'answer', status: 200, afterMs: 100 })
    const sending = send()
    await receiver.waitFor(1)
    await sender.close()
    assert.equal((await sending).kind, 'delivered')
    await untilAllClosed(receiver)
    assert.equal((await send()).kind, 'network_error')
  })
})
