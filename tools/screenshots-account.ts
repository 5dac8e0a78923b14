/** `npm run screenshots`: the steps of a sign-in, the own account, and the pages of mailed links. */
import { it } from 'node:test'
import { insertMailToken } from '#src/modules/identity/mails/token-queries.ts'
import { emailKey } from '#src/modules/identity/rules.ts'
import { insertMerchant, insertStaff } from '#src/modules/merchants/queries.ts'
import { setInvitationToken } from '#src/modules/merchants/staff/invitation-queries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import {
  confirmAddress,
  makeMerchant,
  makeStaff,
  makeUser,
  type SignedInUser,
  type TestMerchant,
} from '#test/support/factories.ts'
import { authenticator, enrol } from '#test/support/two-factor.ts'
import { take } from './take-screenshots.ts'

it('screenshots of accounts', async (t) => {
  const service = await startConsole({}, { background: false })
  t.after(() => service.close())
  const shop = await makeMerchant(service)
  const { headers } = shop.owner
  await service.request('PATCH', '/admin/merchant', { headers, body: { name: 'Hollybank & Co' } })
  const { page } = await visit(t, service)

  await page.getByRole('button', { name: 'Forgotten password?' }).click()
  await page.getByLabel('E-mail').fill('ada@hollybank.example')
  await take(page, 'sign-in-forgotten')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  await take(page, 'sign-in-mailed')

  await page.goto('/console')
  const manager = await makeStaff(service, shop.id, 'manager')
  const second = { id: newId(), name: 'Lantern & Loom', currency: 'GBP' }
  await insertMerchant(service.deps.db, second)
  await insertStaff(service.deps.db, second.id, manager.id, 'viewer')
  await enrol(service, manager)
  await signIn(page, manager)
  await page.getByRole('heading', { name: 'Choose a shop' }).waitFor()
  await take(page, 'sign-in-shops')
  await page.getByRole('button', { name: /^Hollybank/ }).click()
  await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
  await take(page, 'sign-in-code')

  const ada = await makeAda(service, shop.id)
  for (const userAgent of ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'Mozilla/5.0 (iPhone) Safari/604.1']) {
    const elsewhere = await service.browser.newPage({ baseURL: service.address, locale: 'en-GB', userAgent })
    await elsewhere.goto('/console')
    await signIn(elsewhere, ada)
    await elsewhere.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await elsewhere.close()
  }
  await page.goto('/console/account')
  await signIn(page, ada)
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  const change = { email: 'ada@lovelace.example', current_password: ada.password }
  await service.request('PATCH', '/user/profile', { headers: ada.headers, body: change })
  await service.request('POST', '/user/logout', { headers: ada.headers })
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  await take(page, 'account', { whole: true })
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = page.getByLabel('Key', { exact: true })
  await key.waitFor()
  await page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded()
  await take(page, 'account-two-factors', { whole: true })
  const { code } = authenticator(await key.inputValue())
  await page.getByLabel('Code', { exact: true }).fill(code())
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('region', { name: 'Recovery codes' }).waitFor()
  await take(page, 'account-recovery-codes', { whole: true })

  await page.goto(`/account/accept-invitation#token=${await invitationToken(service, shop)}`)
  await page.getByText(/invites grace/).waitFor()
  await take(page, 'mailed-accept-invitation')
  for (const name of ['verify-email', 'undo-email-change']) {
    await page.goto(`/account/${name}#token=none`)
    await take(page, `mailed-${name}`)
  }
  await page.goto(`/account/reset-password#token=${await resetToken(service, ada)}`)
  const password = page.getByLabel('New password')
  await password.fill('password1')
  await page.getByRole('button').click()
  await page.getByText(/most common/).waitFor()
  await take(page, 'mailed-reset-password')
  await password.fill('typed by a person')
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  await take(page, 'mailed-reset-password-done')
  await page.goto('/account/verify-email')
  await take(page, 'mailed-incomplete-link')
})

async function makeAda(service: ConsoleService, shopId: string): Promise<SignedInUser> {
  const ada = await makeUser(service, { name: 'Ada Lovelace', email: 'ada@hollybank.example' })
  await confirmAddress(service, ada)
  await insertStaff(service.deps.db, shopId, ada.id, 'owner')
  return ada
}

async function resetToken({ deps }: ConsoleService, user: SignedInUser): Promise<string> {
  const { token, hash } = newToken()
  const row = { token_hash: hash, user_id: user.id, purpose: 'reset_password', lifetimeHours: 1 } as const
  await insertMailToken(deps.db, { ...row, email_key: emailKey(user.email) })
  return token
}

async function invitationToken(service: ConsoleService, { id, owner: { headers } }: TestMerchant): Promise<string> {
  const body = { email: 'grace@example.com', role: 'manager' }
  const invited = await service.request('POST', '/admin/staff', { headers, body })
  const { token, hash } = newToken()
  await setInvitationToken(service.deps.db, id, invited.body.data.id, hash)
  return token
}
