import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'

const platform = 'Commerce Platform'
const password = 'correct horse battery'

describeService('mails of an account', startMailedApp, ({ service }) => {
  let shop: TestMerchant
  let other: TestMerchant
  before(async () => {
    shop = await makeShop('Lantern & Loom', 'lantern')
    other = await makeShop('Other Shop', 'other')
  })

  async function makeShop(name: string, word: string): Promise<TestMerchant> {
    const made = await makeMerchant(service)
    const body = { name, support_email: `help@${word}.example`, storefront_url: `https://${word}.example` }
    const { status } = await service.request('PATCH', '/admin/merchant', { headers: made.owner.headers, body })
    assert.equal(status, 200)
    return made
  }

  /** Who sent the mails to an address, in their order, with where answers go and the shop's address, if it is there. */
  async function sendersOf(email: string, count: number): Promise<string[]> {
    const found = () => service.mail.mails.filter(({ to }) => to[0] === email)
    await until(() => found().length >= count, `${count} mails to ${email}`)
    return found().map(({ source }) => {
      const text = source.replace(/=\r?\n/g, '')
      const [, name = ''] = /^From: "?([^"<\r\n]*?)"? </m.exec(text) ?? []
      const [, reply = '-'] = /^Reply-To: (\S+)/m.exec(text) ?? []
      const [, at = '-'] = /account at (?:[^:\r\n]+): (https:\/\/[\w.]+)/.exec(text) ?? []
      return `${name}, ${reply}, ${at}`
    })
  }
  const ofShop = 'Lantern & Loom, help@lantern.example, https://lantern.example'
  const ofOther = 'Other Shop, help@other.example, https://other.example'
  const ofPlatform = `${platform}, -, -`

  const device = () => ({ 'device-id': unique('device') })
  async function register(
    headers: Record<string, string>,
  ): Promise<{ email: string; headers: Record<string, string> }> {
    const email = `${unique('customer')}@example.com`
    const own = { ...device(), ...headers }
    const { status, body } = await service.request('POST', '/user/register', {
      headers: own,
      body: { email, password },
    })
    assert.equal(status, 201)
    return { email, headers: { ...own, 'access-token': body.data.access_token } }
  }
  const forgot = async (email: string, headers: Record<string, string> = {}) => {
    const { status } = await service.request('POST', '/user/password/forgot', {
      headers: { ...device(), ...headers },
      body: { email },
    })
    assert.equal(status, 202)
  }

  it('POST /user/register, /user/login and /user/password at a shop are answered by mails of that shop', async () => {
    const { email, headers } = await register({ 'merchant-id': shop.id })
    await forgot(email, { 'merchant-id': shop.id })
    await sendersOf(email, 2)
    const body = { current_password: password, password: `${password} staple` }
    assert.equal((await service.request('POST', '/user/password', { headers, body })).status, 200)
    const at = { ...device(), 'merchant-id': shop.id }
    const credentials = { email, password: body.password }
    assert.equal((await service.request('POST', '/user/login', { headers: at, body: credentials })).status, 200)
    assert.deepEqual(new Set(await sendersOf(email, 4)), new Set([ofShop]))
  })

  it('mails of an account and of staff are in the language of their shop, those of the platform English', async () => {
    const german = await makeShop('Laterne', 'laterne')
    const set = { headers: german.owner.headers, body: { locale: 'de-AT' } }
    assert.equal((await service.request('PATCH', '/admin/merchant', set)).status, 200)
    const invited = `${unique('staff')}@example.com`
    const body = { email: invited, role: 'viewer' }
    const invitation = await service.request('POST', '/admin/staff', { headers: german.owner.headers, body })
    assert.equal(invitation.status, 201)
    const { email } = await register({ 'merchant-id': german.id })
    const plain = await register({ 'merchant-id': shop.id })
    const [toCustomer, toStaff, english] = await Promise.all(
      [email, invited, plain.email].map(async (to) => {
        const { source } = await service.mail.mailTo(to)
        const bytes = source
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
        return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll(/\s+/g, ' ')
      }),
    )
    assert.match(
      toCustomer ?? '',
      /Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.* ein Konto bei Laterne haben: https/,
    )
    assert.match(toCustomer ?? '', /<html lang="de-AT">/)
    assert.match(toStaff ?? '', /'Laterne' lädt Sie ein, für den Shop zu arbeiten, mit der Rolle viewer\./)
    assert.match(english ?? '', /Please confirm that this address is yours\./)
  })

  it('PATCH /user/profile with a new address mails both addresses in the name of the shop', async () => {
    const { email, headers } = await register({ 'merchant-id': shop.id })
    const moved = `${unique('moved')}@example.com`
    const body = { email: moved, current_password: password }
    assert.equal((await service.request('PATCH', '/user/profile', { headers, body })).status, 200)
    assert.deepEqual(await sendersOf(moved, 1), [ofShop])
    assert.deepEqual(new Set(await sendersOf(email, 2)), new Set([ofShop]))
  })

  it('the key of a storefront names its shop', async () => {
    const { key } = await makeStorefrontKey(service, shop, 'storefront')
    const server = { 'storefront-key': key, 'shopper-address': '192.0.2.7' }
    const { email } = await register({ ...server, 'merchant-id': shop.id })
    const joined = await register({ 'merchant-id': other.id })
    await forgot(email, server)
    assert.deepEqual(await sendersOf(email, 2), [ofShop, ofShop])
    assert.deepEqual(await sendersOf(joined.email, 1), [ofOther])
  })

  it('a customer of two shops gets the mail of the shop at which they act, else that of the platform', async () => {
    const { email, headers } = await register({ 'merchant-id': shop.id })
    const guest = await service.request('POST', '/user/guest', { headers: { ...device(), 'merchant-id': other.id } })
    assert.equal(guest.status, 201)
    await sendersOf(email, 1)
    await service.deps.pool.query(
      'insert into customers (merchant_id, user_id) select $1, id from users where email_key = $2',
      [other.id, email],
    )
    await forgot(email, { 'merchant-id': other.id })
    await sendersOf(email, 2)
    await forgot(email)
    assert.deepEqual(await sendersOf(email, 3), [ofShop, ofOther, ofPlatform])
    assert.equal(headers['merchant-id'], shop.id)
  })

  it('a shop puts its name above no mail to somebody who is none of its customers, or works for one', async () => {
    const { email } = await register({ 'merchant-id': shop.id })
    await forgot(email, { 'merchant-id': other.id })
    assert.deepEqual(await sendersOf(email, 2), [ofShop, ofShop])
    const staff = await makeStaff(service, shop.id, 'manager')
    await sendersOf(staff.email, 1)
    await forgot(staff.email)
    assert.deepEqual(await sendersOf(staff.email, 2), [ofShop, ofPlatform])
  })
})
