import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { testSecretVariables } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { startProcess } from '#test/support/process.ts'
import { placeCardOrder, startStripeShop } from '#test/support/stripe-shop.ts'
import { until, untilReady } from '#test/support/until.ts'
import { settlePayments } from '../jobs.ts'

type CardOrder = Awaited<ReturnType<typeof placeCardOrder>>

interface Death {
  /** The card; without one the shopper gives it in the page. */
  card?: string
  step: 'before' | 'after'
  request: RegExp
  /** What the sweep makes of it. */
  payment: 'failed' | 'succeeded' | 'requires_action'
  intents: string[]
}

const making = /^POST \/v1\/payment_intents$/
const confirming = /\/confirm$/
const visa = 'pm_card_visa'
const careful = 'pm_card_threeDSecure2Required'

/** Where a process can die while it is paid by card: the table of docs/adding-a-payment-provider.md. */
const deaths: Record<string, Death> = {
  'inserted; Stripe was not asked': {
    card: visa,
    step: 'before',
    request: making,
    payment: 'failed',
    intents: ['canceled'],
  },
  'intent made; its answer lost': {
    card: visa,
    step: 'after',
    request: making,
    payment: 'failed',
    intents: ['canceled'],
  },
  'intent made; not confirmed': {
    card: visa,
    step: 'before',
    request: confirming,
    payment: 'failed',
    intents: ['canceled'],
  },
  'confirmed; its answer lost': {
    card: visa,
    step: 'after',
    request: confirming,
    payment: 'succeeded',
    intents: ['succeeded'],
  },
  'declined; its answer lost': {
    card: 'pm_card_chargeDeclined',
    step: 'after',
    request: confirming,
    payment: 'failed',
    intents: ['requires_payment_method'],
  },
  '3-D Secure asked for; its answer lost': {
    card: careful,
    step: 'after',
    request: confirming,
    payment: 'requires_action',
    intents: ['requires_action'],
  },
  'intent made for the page; its answer lost': {
    step: 'after',
    request: making,
    payment: 'failed',
    intents: ['canceled'],
  },
}

describe('a process that dies while an order is paid by card', () => {
  const shop = started(startStripeShop)

  const statusesOf = async ({ payments }: CardOrder) =>
    (await payments()).map(({ status }: { status: string }) => status)

  it('at any step leaves a payment that the sweep settles; nothing is charged twice', async (t) => {
    const { service, stripe } = shop
    const environment = { DATABASE_URL: service.databaseUrl, ...testSecretVariables, ...stripe.variables }
    const doomed = await startProcess(t, { ...environment, DEMO_DATA: 'false' })
    const cases = await Promise.all(
      Object.entries(deaths).map(async ([name, death]) => ({ name, ...death, order: await placeCardOrder(shop) })),
    )
    const unrecorded = await placeCardOrder(shop)
    const [reached, release, locked] = [new Set<string>(), Promise.withResolvers<never>(), Promise.withResolvers()]
    release.promise.catch(() => {})
    const pay = ({ path, shopper }: CardOrder, payment_method?: string) =>
      fetch(doomed.url + path, {
        method: 'POST',
        headers: { ...shopper.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'stripe', ...(payment_method && { payment_method }) }),
      }).catch(() => undefined)
    // What a process does first takes it long, and a charge must begin within five seconds.
    await untilReady(doomed.url)
    await pay(await placeCardOrder(shop), visa)
    stripe.fault = (step, request, orderId) => {
      if (orderId === unrecorded.order.id && confirming.test(request)) return locked.promise as Promise<void>
      const held = cases.find((one) => one.order.order.id === orderId)
      if (held === undefined || held.step !== step || !held.request.test(request)) return
      reached.add(held.name)
      return release.promise
    }
    await service.deps.db.transaction().execute(async (transaction) => {
      const paying = cases.map(({ order, card }) => pay(order, card))
      const requests = () => unrecorded.intents().filter(({ status }) => status === 'succeeded').length
      // The last step: answered, and the outcome cannot be recorded while the order is locked.
      paying.push(pay(unrecorded, visa))
      await until(async () => unrecorded.intents().length === 1, 'the payment to be inserted')
      await sql`select from orders where id = ${unrecorded.order.id} for update`.execute(transaction)
      locked.resolve(undefined)
      await until(() => reached.size === cases.length && requests() === 1, 'every step to be reached')
      await doomed.end('SIGKILL')
      assert.deepEqual(
        await Promise.all(paying),
        paying.map(() => undefined),
      )
    })
    release.reject(new Error('cut off'))
    stripe.fault = undefined

    for (const { name, order } of [...cases, { name: 'answered; not recorded', order: unrecorded }])
      assert.deepEqual(await statusesOf(order), ['pending'], name)
    await sql`update payments set created_at = created_at - interval '1 minute', due_at = now()`.execute(
      service.deps.db,
    )
    await settlePayments.run({ ...service.deps })
    for (const { name, order, payment, intents } of cases) {
      assert.deepEqual([name, await statusesOf(order)], [name, [payment]])
      assert.deepEqual([name, order.intents().map(({ status }) => status)], [name, intents])
      if (payment === 'requires_action') stripe.authenticate(order.intents()[0]?.id ?? '', true)
      await order.settle()
      if (payment === 'failed') assert.equal((await order.pay(visa)).body.data.order.status, 'paid', name)
      assert.equal((await order.current()).status, 'paid', name)
      assert.equal(order.intents().filter(({ status }) => status === 'succeeded').length, 1, name)
    }
    assert.deepEqual(
      [await statusesOf(unrecorded), unrecorded.intents().map(({ status }) => status)],
      [['succeeded'], ['succeeded']],
    )
  })

  it('after a refund was made, or an intent cancelled, makes neither again', async () => {
    const { stripe } = shop
    const [paid, waiting] = [await placeCardOrder(shop), await placeCardOrder(shop)]
    const { payment } = (await paid.pay(careful)).body.data
    stripe.authenticate(payment.reference, true)
    await paid.shopper.cancel(paid.order.id)
    await paid.settle(0)
    await waiting.pay(careful)
    await waiting.shopper.cancel(waiting.order.id)
    const lost = [/^POST \/v1\/refunds$/, /\/cancel$/]
    stripe.fault = (step, request) => {
      if (step === 'after' && lost.some((one) => one.test(request))) throw new Error('cut off')
    }
    await paid.settle(0)
    await waiting.settle(0)
    assert.deepEqual([await statusesOf(paid), await statusesOf(waiting)], [['refunding'], ['requires_action']])
    stripe.fault = undefined
    stripe.account().keys.clear()
    await paid.settle(0)
    await waiting.settle(0)
    assert.deepEqual([await statusesOf(paid), await statusesOf(waiting)], [['refunded'], ['failed']])
    const refunds = paid.refunds().filter(({ payment_intent }) => payment_intent === payment.reference)
    assert.deepEqual(
      refunds.map(({ amount }) => amount),
      [2500],
    )
  })
})
