import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '#test/support/browser.ts'
import { placeCardOrder, type StripeShop, startStripeShop } from '#test/support/stripe-shop.ts'

const html = readFileSync(new URL('../../../../docs/paying-with-stripe.html', import.meta.url))

/** What the page uses of Stripe.js; `confirmAtStripe` is the double's, in this process. */
const stripeJs = `
  window.Stripe = (key, { stripeAccount } = {}) => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: (kind) => ({
        mount: (place) => { document.querySelector(place).textContent = [kind, key, stripeAccount].join(' ').trim() },
      }),
    }),
    confirmPayment: ({ elements }) => window.confirmAtStripe(elements.clientSecret),
  })`

describe('the page of docs/paying-with-stripe.html', () => {
  let shop: StripeShop
  let browser: Browser
  const storefront = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  before(async () => {
    browser = await startBrowser()
    shop = await startStripeShop()
    await shop.service.app.listen({ host: '127.0.0.1', port: 0 })
    await new Promise<void>((done) => storefront.listen(0, '127.0.0.1', done))
  })
  after(async () => {
    await browser?.close()
    storefront.closeAllConnections()
    storefront.close()
    await shop?.close()
  })

  /** The page of a shop at its own address, which has taken the session and shows the form for a card. */
  async function openPage(t: TestContext, card: { number: string }) {
    const placed = await placeCardOrder(shop)
    const context = await browser.newContext({ baseURL: originOf(storefront) })
    t.after(() => context.close())
    await context.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ body: stripeJs, contentType: 'text/javascript' }),
    )
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.exposeFunction('confirmAtStripe', async (secret: string) => {
      const intent = await shop.stripe.confirmInPage(secret, card.number)
      const shown = intent.status === 'requires_action' ? shop.stripe.authenticate(intent.id, true) : intent
      return shown.status === 'succeeded' ? {} : { error: { message: 'Your card has insufficient funds.' } }
    })
    const at = { api: originOf(shop.service.app.server), order: placed.order.id, merchant: shop.merchant.id }
    await page.goto(`/pay.html?${new URLSearchParams(at)}`)
    await page.getByLabel('access-token').fill(String(placed.shopper.headers['access-token']))
    await page.getByLabel('device-id').fill(String(placed.shopper.headers['device-id']))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('payment pk_test_double', { exact: true }).waitFor()
    const says = (text: string) => page.getByRole('status').getByText(text).waitFor()
    return { ...placed, page, faults, says, pay: () => page.getByRole('button', { name: 'Pay' }).click() }
  }

  it('pays an order of another origin after 3-D Secure; back from the bank it says the same', async (t) => {
    const { page, faults, says, pay, settle, current } = await openPage(t, { number: 'pm_card_authenticationRequired' })
    await pay()
    await says('Waiting for the bank …')
    assert.equal((await current()).status, 'pending')
    await settle()
    await says('Thank you, the order is paid.')
    assert.equal((await current()).status, 'paid')
    await page.goto(`${page.url()}&payment_intent=pi_of_the_bank`)
    await says('Thank you, the order is paid.')
    assert.deepEqual(faults, [])
  })

  it('takes another card when the bank sends the shopper back with a refusal', async (t) => {
    const { page, faults, says, pay, settle, current } = await openPage(t, { number: 'pm_card_visa' })
    await page.goto(`${page.url()}&payment_intent=pi_of_the_bank&redirect_status=failed`)
    await page.getByText('payment pk_test_double', { exact: true }).waitFor()
    await pay()
    await says('Waiting for the bank …')
    await settle()
    await says('Thank you, the order is paid.')
    assert.equal((await current()).status, 'paid')
    assert.deepEqual(faults, [])
  })

  it('says that a card was declined, and takes another for the same payment', async (t) => {
    const card = { number: 'pm_card_chargeDeclinedInsufficientFunds' }
    const { faults, says, pay, settle, current, payments } = await openPage(t, card)
    await pay()
    await says('Your card has insufficient funds.')
    card.number = 'pm_card_visa'
    await pay()
    await says('Waiting for the bank …')
    await settle()
    await says('Thank you, the order is paid.')
    assert.deepEqual([(await current()).status, (await payments()).length], ['paid', 1])
    assert.deepEqual(faults, [])
  })

  it('asks for the session again if it has ended, with the reason', async (t) => {
    const { page, shopper, says } = await openPage(t, { number: 'pm_card_visa' })
    await shop.service.request('POST', '/user/logout', { headers: shopper.headers })
    await page.reload()
    await says('the session has ended')
  })
})
