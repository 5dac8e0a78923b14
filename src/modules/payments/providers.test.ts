import { startTestApp } from '#test/support/app.ts'
import { testProviderContract } from '#test/support/provider-contract.ts'
import { startStripeDouble } from '#test/support/stripe-double/index.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { createTestProvider } from './test-provider.ts'

testProviderContract('test', async () => {
  const service = await startTestApp()
  const { db } = service.deps
  return {
    provider: createTestProvider(db),
    succeeds: { method: 'test_success' },
    declined: { method: 'test_decline' },
    async takenFor(paymentId) {
      const charge = await db
        .selectFrom('test_provider_charges')
        .select(['amount_minor', 'succeeded'])
        .where('payment_id', '=', paymentId)
        .executeTakeFirst()
      const refunds = await db
        .selectFrom('test_provider_refunds')
        .select('amount_minor')
        .where('payment_id', '=', paymentId)
        .where('succeeded', '=', true)
        .execute()
      const given = refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
      return charge?.succeeded ? charge.amount_minor - given : 0
    },
    close: () => service.close(),
  }
})

testProviderContract('stripe', async () => {
  const stripe = await startStripeDouble()
  const { STRIPE_WEBHOOK_SECRET: secret, ...variables } = stripe.variables
  const card = (paymentMethod: string) => ({ method: 'stripe', paymentMethod })
  return {
    provider: createStripeProvider({ ...variables, STRIPE_WEBHOOK_SECRET: [secret ?? ''] }),
    succeeds: card('pm_card_visa'),
    declined: card('pm_card_chargeDeclined'),
    waits: {
      way: card('pm_card_authenticationRequired'),
      act: (reference, passes) => void stripe.authenticate(reference, passes),
    },
    takenFor(paymentId) {
      const intent = stripe.intentOf(paymentId)
      const refunds = [...stripe.account().refunds.values()].filter((one) => one.payment_intent === intent?.id)
      const given = refunds.filter(({ status }) => status !== 'failed')
      return given.reduce((sum, { amount }) => sum - amount, intent?.amount_received ?? 0)
    },
    sendBack: (refundId) => void stripe.sendBack(refundId),
    withoutAnswers: (work) => {
      stripe.fault = (step) => {
        if (step === 'after') throw new Error('cut off')
      }
      return work().finally(() => {
        stripe.fault = undefined
      })
    },
    close: () => stripe.close(),
  }
})
