import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Charge, CheckedCharge, PaymentDetails, PaymentProvider, Refund } from '#src/modules/payments/provider.ts'
import { newId } from '#src/platform/lib/ids.ts'

type Way = { method: string } & PaymentDetails

/** A provider or its double, with the actions of its customers. */
export interface ProviderUnderTest {
  provider: PaymentProvider
  /** How to pay so that it succeeds, or is declined. */
  succeeds: Way
  declined: Way
  /** How to pay so that the shopper has to act first; and the shopper doing it. */
  waits?: { way: Way; act(reference: string, passes: boolean): Promise<void> | void }
  /** Charges less refunds of a payment, in our minor units. */
  takenFor(paymentId: string): Promise<number> | number
  /** The shopper's bank returns the money of a refund. */
  sendBack?(refundId: string): Promise<void> | void
  /** While `work` runs, the provider carries out requests but its answers are lost. */
  withoutAnswers?: <T>(work: () => Promise<T>) => Promise<T>
  close(): Promise<void>
}

/** The contract of a provider that shoppers use (docs/adding-a-payment-provider.md). `make` is called once. */
export function testProviderContract(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`the payment provider ${name}`, () => {
    let test: ProviderUnderTest
    let provider: PaymentProvider
    before(async () => {
      test = await make()
      provider = test.provider
    })
    after(() => test.close())

    const signal = new AbortController().signal
    const newCharge = (way: Way): Charge & PaymentDetails => ({
      paymentId: newId(),
      merchantId: newId(),
      orderId: newId(),
      amountMinor: 2_500,
      currency: 'GBP',
      account: null,
      ...way,
    })
    const known = (charge: Charge, more: Partial<CheckedCharge> = {}): CheckedCharge => {
      const { paymentId, merchantId, orderId, method, amountMinor, currency, account } = charge
      const given = { paymentId, merchantId, orderId, method, amountMinor, currency, account }
      return { ...given, reference: null, action: null, ageSeconds: 60, ...more }
    }
    const refundOf = (charge: Charge, reference: string | null, amountMinor: number) => {
      const { paymentId, merchantId, currency, account } = charge
      const given = { paymentId, merchantId, currency, account }
      return { ...given, reference, amountMinor, refundId: newId(), attempt: 1 }
    }
    async function gives(refund: Refund) {
      const result = await provider.refund(refund, signal)
      assert.equal(result.status, 'succeeded')
      return result
    }
    async function charged() {
      const charge = newCharge(test.succeeds)
      const result = await provider.charge(charge, signal)
      assert.equal(result.status, 'succeeded')
      return { charge, reference: 'reference' in result ? (result.reference ?? null) : null }
    }

    it('is one that shoppers use, and names its methods', () => {
      assert.deepEqual([provider.usedBy, provider.settlesAtOnce], ['shopper', false])
      for (const { method } of [test.succeeds, test.declined]) assert.ok(provider.methods.includes(method), method)
    })

    it('charges a payment once, however often it is asked', async () => {
      const { charge, reference } = await charged()
      const again = await provider.charge(charge, signal)
      assert.deepEqual(again, { status: 'succeeded', reference })
      assert.equal(await test.takenFor(charge.paymentId), 2_500)
    })

    it('finds a charge by our payment id, with and without its own name for it', async () => {
      const { charge, reference } = await charged()
      for (const named of [reference, null])
        assert.deepEqual(await provider.find(known(charge, { reference: named }), signal), {
          status: 'succeeded',
          reference,
        })
    })

    it('answers a decline with a code, takes nothing, and finds it again', async () => {
      const charge = newCharge(test.declined)
      const result = await provider.charge(charge, signal)
      assert.equal(result.status, 'failed')
      assert.match(result.status === 'failed' ? result.failure : '', /^[a-z][a-z0-9_]{2,60}$/)
      const found = await provider.find(known(charge), signal)
      assert.deepEqual([found?.status, await test.takenFor(charge.paymentId)], ['failed', 0])
    })

    it('does not know a charge that it was never asked for', async () => {
      assert.equal(await provider.find(known(newCharge(test.succeeds)), signal), undefined)
    })

    it('rejects when its answer is lost, and finds what it did', async (t) => {
      const { withoutAnswers } = test
      if (withoutAnswers === undefined) return t.diagnostic('its answers cannot be lost')
      const charge = newCharge(test.succeeds)
      await assert.rejects(withoutAnswers(() => provider.charge(charge, signal)))
      await assert.rejects(withoutAnswers(() => provider.find(known(charge), signal)))
      const found = await provider.find(known(charge), signal)
      // The answer was lost before or after the money moved.
      const taken = await test.takenFor(charge.paymentId)
      assert.deepEqual([found?.status, taken], found === undefined ? [undefined, 0] : ['succeeded', 2_500])
    })

    it('gives back parts, each attempt once, and never more than was taken', async () => {
      const { charge, reference } = await charged()
      const first = refundOf(charge, reference, 1_000)
      for (const _time of [1, 2]) assert.equal((await provider.refund(first, signal)).status, 'succeeded')
      assert.equal(await test.takenFor(charge.paymentId), 1_500)
      const tooMuch = await provider.refund(refundOf(charge, reference, 1_501), signal)
      assert.equal(tooMuch.status, 'failed')
      assert.equal((await provider.refund(refundOf(charge, reference, 1_500), signal)).status, 'succeeded')
      assert.equal((await provider.refund(refundOf(charge, reference, 1), signal)).status, 'failed')
      assert.equal(await test.takenFor(charge.paymentId), 0)
    })

    it('gives a refund once whose answer was lost', async (t) => {
      const { withoutAnswers } = test
      if (withoutAnswers === undefined) return t.diagnostic('its answers cannot be lost')
      const { charge, reference } = await charged()
      const refund = refundOf(charge, reference, 700)
      await assert.rejects(withoutAnswers(() => provider.refund(refund, signal)))
      assert.equal((await provider.refund(refund, signal)).status, 'succeeded')
      assert.equal(await test.takenFor(charge.paymentId), 1_800)
    })

    it('finds an attempt of a refund, and gives nothing by that', async (t) => {
      const { findRefund } = provider
      if (findRefund === undefined) return t.diagnostic('it does not tell of its refunds')
      const { charge, reference } = await charged()
      const refund = refundOf(charge, reference, 700)
      assert.equal(await findRefund(refund, signal), undefined)
      assert.equal(await test.takenFor(charge.paymentId), 2_500)
      const given = await gives(refund)
      assert.deepEqual(await findRefund(refund, signal), given)
      assert.equal(await findRefund({ ...refund, attempt: 2 }, signal), undefined)
      assert.equal(await test.takenFor(charge.paymentId), 1_800)
    })

    it('answers that an attempt has failed whose money the bank sent back, and gives the next one', async (t) => {
      const { findRefund } = provider
      const { sendBack } = test
      if (findRefund === undefined || sendBack === undefined) return t.diagnostic('its refunds do not fail later')
      const { charge, reference } = await charged()
      const refund = refundOf(charge, reference, 2_500)
      await gives(refund)
      await sendBack(refund.refundId)
      const found = await findRefund(refund, signal)
      assert.match(found?.status === 'failed' ? found.failure : '', /^[a-z][a-z0-9_]{2,60}$/)
      assert.deepEqual(await provider.refund(refund, signal), found)
      assert.equal(await test.takenFor(charge.paymentId), 2_500)
      const next = { ...refund, attempt: 2 }
      assert.equal(await findRefund(next, signal), undefined)
      await gives(next)
      assert.deepEqual([await findRefund(refund, signal), await test.takenFor(charge.paymentId)], [found, 0])
    })

    it('cancels for good a charge that has not happened, and answers one that has', async (t) => {
      const { cancel } = provider
      if (cancel === undefined) return t.diagnostic('it cannot cancel')
      const charge = newCharge(test.succeeds)
      assert.equal((await cancel(known(charge), signal)).status, 'failed')
      assert.equal((await provider.charge(charge, signal)).status, 'failed')
      assert.equal(await test.takenFor(charge.paymentId), 0)
      const { charge: paid, reference } = await charged()
      assert.equal((await cancel(known(paid, { reference }), signal)).status, 'succeeded')
      assert.equal(await test.takenFor(paid.paymentId), 2_500)
    })

    it('waits for the shopper, who may pass, fail, or stay away', async (t) => {
      const { waits } = test
      if (waits === undefined) return t.diagnostic('its shoppers need not act')
      const ends = { pass: 'succeeded', fail: 'failed', 'stay away': 'failed' }
      for (const [shopper, end] of Object.entries(ends)) {
        const charge = newCharge(waits.way)
        const result = await provider.charge(charge, signal)
        assert.ok(result.status === 'requires_action', result.status)
        const { reference, action } = result
        const asked = known(charge, { reference, action: action.type })
        assert.deepEqual(await provider.find(asked, signal), result)
        assert.equal(await test.takenFor(charge.paymentId), 0)
        if (shopper !== 'stay away') await waits.act(reference, shopper === 'pass')
        const found =
          shopper === 'stay away' ? await provider.cancel?.(asked, signal) : await provider.find(asked, signal)
        assert.equal(found?.status, end, shopper)
        assert.equal(await test.takenFor(charge.paymentId), end === 'succeeded' ? 2_500 : 0)
      }
    })
  })
}
