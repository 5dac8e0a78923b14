import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#test/support/until.ts'
import { createInFlight, type FlyingAttempt } from './in-flight.ts'

function setUp(options: Partial<Parameters<typeof createInFlight>[0]> = {}) {
  const marked: string[] = []
  const onSlow = async (attempts: readonly FlyingAttempt[]) => {
    marked.push(...attempts.map(({ deliveryId }) => deliveryId))
  }
  const limits = { limit: 100, maxBytes: 1_000, slowAfterMs: 50, answers: 3 }
  const flights = createInFlight({ ...limits, onSlow, onEnded: () => {}, ...options })
  const begin = (deliveryId: string, subscriptionId = 'one', bytes = 1) =>
    flights.begin({ deliveryId, subscriptionId, token: 'token', bytes })
  return { flights, marked, begin }
}

test('room is what is left of the limit, and none once the bodies take too many bytes', () => {
  const { flights, begin } = setUp({ limit: 3 })
  const [first, second] = [begin('a'), begin('b', 'one', 999)]
  assert.deepEqual([flights.count(), flights.room()], [2, 0])
  second.end(true)
  assert.equal(flights.room(), 2)
  first.end(false)
  assert.deepEqual([flights.count(), flights.room()], [0, 3])
  flights.stop()
})

test('a slow attempt is marked once, after enough quick answers of the same receiver that came after it', async () => {
  const { flights, marked, begin } = setUp()
  // Answers are counted as long as something is in flight.
  const open = begin('open')
  for (const id of ['1', '2', '3']) begin(id).end(true)
  begin('slow')
  open.end(false)
  for (const id of ['4', '5']) begin(id).end(true)
  begin('6').end(false)
  for (const id of ['7', '8', '9']) begin(id, 'another').end(true)
  await sleep(150)
  assert.deepEqual(marked, [], 'two quick answers, a failure, and those of another receiver')
  const late = begin('late')
  await sleep(60)
  late.end(true)
  await sleep(60)
  assert.deepEqual(marked, [], 'a slow answer')
  begin('10').end(true)
  await sleep(60)
  begin('11').end(true)
  await sleep(60)
  assert.deepEqual(marked, ['slow'])
  flights.stop()
})

test('a mark that could not be written is tried again', async () => {
  let tries = 0
  const { flights, begin } = setUp({
    answers: 0,
    async onSlow() {
      tries += 1
      if (tries === 1) throw new Error('the database is away')
    },
  })
  begin('slow')
  await until(() => tries === 2, 'the mark to be tried again')
  flights.stop()
})
