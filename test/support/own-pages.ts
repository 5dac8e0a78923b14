import type { Page } from 'playwright-core'
import { insertMailToken } from '#src/modules/identity/mails/token-queries.ts'
import { emailKey } from '#src/modules/identity/rules.ts'
import { unsubscribeLink } from '#src/modules/merchants/index.ts'
import { setInvitationToken } from '#src/modules/merchants/staff/invitation-queries.ts'
import { sealToken } from '#src/modules/orders/index.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import type { TestApp } from './app.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from './factories.ts'
import { makePaidOrder, makeShopper } from './orders.ts'
import { makePicture } from './pictures.ts'
import { makeProduct } from './products.ts'
import { makeGiftCard } from './stored-value.ts'

/** A page of the service's own in one of its states. */
export interface OwnPage {
  name: string
  path: string
  /** What somebody does there before it is in that state. */
  act?: (page: Page) => Promise<void>
}

const press = (page: Page) => page.locator('main button').first().click()
const submit = (fields: Record<string, string>) => async (page: Page) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]:visible`).fill(value)
  await page.locator('main form:has([name]:visible) button').first().click()
  await page.waitForLoadState()
}

/** A shop with a logo, and the pages of its orders and people: what was asked, refused, done, ended, and not found. */
export async function makeOwnPages(service: TestApp): Promise<OwnPage[]> {
  const shop = await makeMerchant(service)
  const { headers } = shop.owner
  const logo = await service.request('POST', '/admin/media', {
    headers: { ...headers, 'content-type': 'image/png' },
    payload: await makePicture('png', { width: 480, height: 120 }),
  })
  const settings = {
    name: 'Lantern & Loom',
    support_email: 'help@lantern.example',
    timezone: 'Europe/Berlin',
    withdrawal: true,
    logo: logo.body.data.id,
  }
  await service.request('PATCH', '/admin/merchant', { headers, body: settings })
  return [...(await accountPages(service, shop)), ...(await orderPages(service, shop))]
}

async function accountPages(service: TestApp, shop: TestMerchant): Promise<OwnPage[]> {
  const user = await makeUser(service)
  const reset = () => tokenOf(service, user, 'reset_password')
  const invitation = await invitationToken(service, shop)
  return [
    { name: 'verify', path: `/account/verify-email#token=${await tokenOf(service, user, 'verify_email')}` },
    {
      name: 'verify-done',
      path: `/account/verify-email#token=${await tokenOf(service, user, 'verify_email')}`,
      act: press,
    },
    { name: 'verify-ended', path: '/account/verify-email#token=none', act: press },
    { name: 'by-hand', path: '/account/reset-password' },
    { name: 'reset', path: `/account/reset-password#token=${await reset()}` },
    {
      name: 'reset-fault',
      path: `/account/reset-password#token=${await reset()}`,
      act: submit({ password: 'password1' }),
    },
    { name: 'undo', path: '/account/undo-email-change#token=none' },
    { name: 'invitation', path: `/account/accept-invitation#token=${invitation}` },
    {
      name: 'invitation-done',
      path: `/account/accept-invitation#token=${invitation}`,
      act: submit({ password: 'typed by a person' }),
    },
    ...(await unsubscribePages(service, shop)),
  ]
}

async function unsubscribePages(service: TestApp, shop: TestMerchant): Promise<OwnPage[]> {
  const body = { email: 'grace@example.com', accepts_marketing: { source: 'letter' } }
  const made = await service.request('POST', '/admin/users', { headers: shop.owner.headers, body })
  const ids = { merchantId: shop.id, customerId: made.body.data.id }
  const { pathname: path } = new URL(unsubscribeLink(service.deps.seal, service.deps.config, ids))
  return [
    { name: 'unsubscribe', path },
    { name: 'unsubscribe-done', path, act: press },
    { name: 'unsubscribe-wrong', path: '/unsubscribe/wrong' },
  ]
}

async function orderPages(service: TestApp, shop: TestMerchant): Promise<OwnPage[]> {
  const { headers } = shop.owner
  await makeGiftCard(service, shop, 10)
  const place = async () => {
    const shopper = await makeShopper(service, shop)
    const mug = await makeProduct(service, shop, { name: 'Enamel mug', price: 12.5, imageUrl: logoAddress })
    const lamp = await makeProduct(service, shop, {
      name: 'Paper lantern with a rather long name, hand-folded',
      price: 1234.5,
    })
    const items = [
      { product_id: mug.id, quantity: 2 },
      { product_id: lamp.id, quantity: 1 },
    ]
    return (await shopper.order(items, { shipping_address: address })).body.data
  }
  const payable = async () => {
    const order = await place()
    const { body } = await service.request('POST', `/admin/orders/${order.id}/payment-link`, { headers, body: {} })
    return { id: order.id as string, path: new URL(body.data.url).pathname }
  }
  const [ended, open] = [await payable(), await payable()]
  await service.request('PATCH', `/admin/orders/${ended.id}`, { headers, body: { status: 'cancelled' } })
  const until = Math.floor(Date.now() / 1000) + 86_400
  const linkOf = (orderId: string) => `/orders/${sealToken(service.deps.seal, { merchantId: shop.id, orderId, until })}`
  const paid = linkOf((await makePaidOrder(service, shop, [2, 1])).order.id)
  const pay = (method: string) => async (page: Page) => {
    await page.locator(`form:has([value=${method}]) button`).click()
    await page.waitForLoadState()
  }
  return [
    { name: 'pay', path: open.path },
    { name: 'pay-fault', path: open.path, act: submit({ code: '0000-0000-0000-0000' }) },
    { name: 'pay-declined', path: open.path, act: pay('test_decline') },
    { name: 'pay-done', path: (await payable()).path, act: pay('test_success') },
    { name: 'pay-ended', path: ended.path },
    { name: 'pay-wrong', path: '/pay/wrong' },
    { name: 'order-pending', path: linkOf(open.id) },
    { name: 'order-paid', path: paid },
    { name: 'withdraw', path: `${paid}/withdraw` },
    { name: 'withdraw-fault', path: `${paid}/withdraw`, act: submit({ 'units-1': '0', 'units-2': '0' }) },
    { name: 'withdrawn', path: `${paid}/withdraw`, act: submit({ 'units-1': '1' }) },
    { name: 'order-wrong', path: '/orders/wrong' },
  ]
}

const logoAddress = 'https://pictures.example/none.jpg'
const address = {
  name: 'Ada Lovelace',
  line1: '12 St James’s Square',
  postal_code: 'SW1Y 4JH',
  city: 'London',
  country: 'GB',
}

async function tokenOf(
  { deps }: TestApp,
  user: SignedInUser,
  purpose: 'reset_password' | 'verify_email',
): Promise<string> {
  const { token, hash } = newToken()
  const row = { token_hash: hash, user_id: user.id, purpose, lifetimeHours: 1 } as const
  await insertMailToken(deps.db, { ...row, email_key: emailKey(user.email) })
  return token
}

async function invitationToken(service: TestApp, { id, owner: { headers } }: TestMerchant): Promise<string> {
  const body = { email: `grace-${id}@example.com`, role: 'manager' }
  const invited = await service.request('POST', '/admin/staff', { headers, body })
  const { token, hash } = newToken()
  await setInvitationToken(service.deps.db, id, invited.body.data.id, hash)
  return token
}
