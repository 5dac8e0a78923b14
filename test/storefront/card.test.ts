import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { settlePayments } from '#src/modules/settlement/jobs.ts'
import {
  addToCart,
  enterAddress,
  type StorefrontShop,
  startStorefrontShop,
  visitShop,
} from '#test/support/storefront.ts'
import { startStripeDouble } from '#test/support/stripe-double/index.ts'

/** What the page uses of Stripe.js; `confirmAtStripe` is the double's, in this process. */
const stripeJs = `
  window.Stripe = (key) => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: (kind) => ({ mount: (place) => { place.textContent = 'card form ' + kind + ' ' + key } }),
    }),
    confirmPayment: ({ elements }) => window.confirmAtStripe(elements.clientSecret),
  })`

describe('paying by card in the storefront', () => {
  let shop: StorefrontShop
  let stripe: Awaited<ReturnType<typeof startStripeDouble>>
  before(async () => {
    stripe = await startStripeDouble()
    shop = await startStorefrontShop(stripe.variables)
  })
  after(async () => {
    await shop?.close()
    await stripe?.close()
  })

  it('the card goes to Stripe, a refusal is shown, and the order waits for the money', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    await page
      .context()
      .route('https://js.stripe.com/**', (route) => route.fulfill({ body: stripeJs, contentType: 'text/javascript' }))
    let card = 'pm_card_chargeDeclinedInsufficientFunds'
    await page.exposeFunction('confirmAtStripe', async (secret: string) => {
      const intent = await stripe.confirmInPage(secret, card)
      return intent.status === 'succeeded' ? {} : { error: { message: 'Your card has insufficient funds.' } }
    })
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await enterAddress(page)
    await page.getByRole('radio', { name: /^Card/ }).check()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByText(/^card form payment pk_/).waitFor()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('Your card has insufficient funds.').waitFor()
    card = 'pm_card_visa'
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.waitForURL(/paying=1/)
    await page.getByText('Your payment is being checked.').waitFor()
    // The service asks Stripe, as it does when no webhook has come.
    const { deps } = shop.service
    await sql`update payments set created_at = created_at - interval '1 minute', due_at = now()`.execute(deps.db)
    await settlePayments.run(deps)
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
