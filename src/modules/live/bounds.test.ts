import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { before, it } from 'node:test'
import { connectionLimits } from '#src/platform/http/overload/connections.ts'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { type ReadStream, readStream } from '#test/support/event-stream.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { happen, number } from '#test/support/happenings.ts'
import { memoryInUse } from '#test/support/memory.ts'
import { until } from '#test/support/until.ts'

const limits = { ...connectionLimits, heartbeatMs: 400 }
const start = () => startTestApp({}, undefined, { limits })

describeService('many streams, and what stands before them', start, ({ service }) => {
  let origin = ''
  before(async () => {
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it('a proxy that cuts idle connections lets one live on its comments, and passes the changes', async (t) => {
    const merchant = await makeMerchant(service)
    await number(service, merchant)
    let cut = 0
    const proxy = createServer((client) => {
      const upstream = connect(Number(new URL(origin).port), '127.0.0.1')
      client.setTimeout(5_000, () => {
        cut++
        client.destroy()
      })
      client.on('error', () => {}).on('close', () => upstream.destroy())
      upstream.on('error', () => {}).on('close', () => client.destroy())
      client.pipe(upstream).pipe(client)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    t.after(() => proxy.close())
    const { port } = proxy.address() as AddressInfo
    const stream = await readStream(`http://127.0.0.1:${port}`, merchant.owner.headers)
    t.after(() => stream.close())
    await until(() => stream.comments() >= 16, 'comments of more than the time that the proxy allows')
    const [id] = await happen(service, merchant, ['order.created'])
    await stream.waitFor((all) => all.length === 1, 'the change')
    assert.deepEqual([stream.changes()[0]?.id, cut], [id, 0])
  })

  it('two hundred streams of a process get every change, and leave nothing behind', async () => {
    const merchant = await makeMerchant(service)
    const staff = [merchant.owner]
    for (let n = 0; n < 19; n++) staff.push(await makeStaff(service, merchant.id, 'manager'))
    await number(service, merchant)
    const openAll = async () => {
      const all: ReadStream[] = []
      for (const { headers } of staff)
        all.push(...(await Promise.all(Array.from({ length: 10 }, () => readStream(origin, headers)))))
      assert.ok(all.every(({ status }) => status === 200))
      return all
    }
    const tellAll = async (streams: ReadStream[]) => {
      const [last] = await happen(service, merchant, ['order.created'])
      for (const stream of streams)
        await stream.waitFor((all) => all.some(({ data }) => data.id === last), 'the change')
    }
    const closeAll = async (streams: ReadStream[]) => {
      for (const stream of streams) await stream.close()
      const open = /^http_streams_open (\d+)$/m
      await until(async () => open.exec(await service.deps.metrics.metrics())?.[1] === '0', 'all streams to end')
    }
    const once = async () => {
      const streams = await openAll()
      await tellAll(streams)
      await closeAll(streams)
    }
    await once()
    const before = await memoryInUse()
    const streams = await openAll()
    await tellAll(streams)
    const idle = await memoryInUse()
    for (let n = 0; n < 20; n++) {
      await tellAll(streams)
      for (const stream of streams) stream.messages.length = 0
    }
    const grown = (await memoryInUse()) - idle
    assert.ok(grown < 6_000_000, `${grown} bytes more after 20 changes to 200 streams`)
    await closeAll(streams)
    const left = (await memoryInUse()) - before
    assert.ok(left < 12_000_000, `${left} bytes are left of 200 streams`)
  })
})
