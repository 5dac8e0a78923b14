import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import Stripe from 'stripe'
import { currencyDecimals, toMinor } from '#src/platform/lib/money.ts'
import { stripeUnit, toStripeAmount } from './amounts.ts'
import { declineOf, refusalOf, withoutContent } from './failures.ts'

describe('amounts at Stripe', () => {
  it('are in the units that Stripe documents for the currency', () => {
    const cases: [number, string, number | undefined][] = [
      [10, 'USD', 1000],
      [10.5, 'GBP', 1050],
      [500, 'JPY', 500],
      [500, 'KRW', 500],
      [500, 'CLP', 500],
      [5, 'ISK', 500],
      [5, 'UGX', 500],
      [5.5, 'HUF', 550],
      [5.5, 'TWD', 550],
      [5.12, 'KWD', 5120],
      [5.123, 'KWD', undefined],
      [1.5, 'BHD', 1500],
      [0.001, 'TND', undefined],
      [700, 'MGA', 700],
      [700.2, 'MGA', undefined],
      // Not on Stripe's list of three decimals, or of none.
      [1.5, 'IQD', 150],
      [1.505, 'LYD', undefined],
      [5, 'UYI', 500],
    ]
    for (const [amount, currency, expected] of cases)
      assert.equal(toStripeAmount(toMinor(amount, currency) ?? Number.NaN, currency), expected, `${amount} ${currency}`)
  })

  it('are exactly what is charged, or none: a property of every currency and amount', () => {
    const none = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
    const three = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']
    // Amounts of these must be of whole tens, or of whole hundreds.
    const steps: Record<string, number> = { ...Object.fromEntries(three.map((code) => [code, 10])), ISK: 100, UGX: 100 }
    const currency = fc.constantFrom(...Intl.supportedValuesOf('currency'))
    fc.assert(
      fc.property(currency, fc.integer({ min: 0, max: 1_000_000_000 }), (code, minor) => {
        const theirs = none.includes(code) ? 1n : three.includes(code) ? 1_000n : 100n
        const ours = 10n ** BigInt(currencyDecimals(code))
        const step = BigInt(steps[code] ?? 1)
        const isCharged = (BigInt(minor) * theirs) % (ours * step) === 0n
        const expected = isCharged ? Number((BigInt(minor) * theirs) / ours) : undefined
        assert.equal(toStripeAmount(minor, code), expected)
        // What orders are priced by.
        assert.equal(minor % stripeUnit(code) === 0, isCharged)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('faults of Stripe', () => {
  const { StripeCardError, StripeInvalidRequestError, StripeAuthenticationError, StripeAPIError } = Stripe.errors
  const raw = (fields: object) => ({ message: 'Ada Lovelace, 4242 4242 4242 4242', headers: {}, ...fields })

  it('become codes; a decline that is not known is card_declined', () => {
    const cases: [unknown, string | undefined][] = [
      [
        new StripeCardError(raw({ code: 'card_declined', decline_code: 'insufficient_funds' }) as never),
        'insufficient_funds',
      ],
      [new StripeCardError(raw({ code: 'card_declined', decline_code: 'lost_card' }) as never), 'card_declined'],
      [new StripeCardError(raw({ code: 'toString' }) as never), 'card_declined'],
      [new StripeCardError(raw({}) as never), 'card_declined'],
      [new StripeCardError(raw({ code: 'incorrect_cvc' }) as never), 'incorrect_cvc'],
      [new StripeCardError(raw({ code: 'card_declined', decline_code: 'invalid_cvc' }) as never), 'incorrect_cvc'],
      [new StripeInvalidRequestError(raw({ code: 'amount_too_small', param: 'amount' }) as never), 'amount_too_small'],
      [new StripeInvalidRequestError(raw({ param: 'currency' }) as never), 'currency_not_supported'],
      [new StripeInvalidRequestError(raw({ param: 'payment_method' }) as never), 'payment_method_invalid'],
      [new StripeInvalidRequestError(raw({ param: 'x' }) as never), 'provider_refused'],
      [new StripeAuthenticationError(raw({}) as never), 'provider_refused'],
      [new StripeAPIError(raw({}) as never), undefined],
      [new Error('lost'), undefined],
    ]
    for (const [error, code] of cases) assert.equal(refusalOf(error), code, String(code))
    assert.equal(declineOf({ code: 'payment_intent_authentication_failure' }), 'authentication_failed')
  })

  it('are told without what Stripe sent', () => {
    const content = { payment_intent: { client_secret: 'pi_1_secret_2' }, statusCode: 402, requestId: 'req_1' }
    const error = withoutContent(new StripeCardError(raw({ code: 'card_declined', ...content }) as never)) as Error
    const text = `${error.stack} ${JSON.stringify({ ...error })} ${error.cause}`
    assert.match(error.message, /402 .*card_declined/)
    for (const part of ['Ada', '4242', '_secret_']) assert.ok(!text.includes(part), part)
  })
})
