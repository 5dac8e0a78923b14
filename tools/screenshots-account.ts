/** `npm run screenshots`: the steps of a sign-in, and the own account. */
import { it } from 'node:test'
import { insertMerchant, insertStaff } from '#src/modules/merchants/queries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type ConsoleService, signIn, startQuietConsole, visit } from '#test/support/console.ts'
import { confirmAddress, makeMerchant, makeStaff, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { authenticator, enrol } from '#test/support/two-factor.ts'
import { take } from './take-screenshots.ts'

it('screenshots of accounts', async (t) => {
  const service = await startQuietConsole()
  t.after(() => service.close())
  const shop = await makeMerchant(service)
  const { headers } = shop.owner
  await service.request('PATCH', '/admin/merchant', { headers, body: { name: 'Hollybank & Co' } })
  const { page } = await visit(t, service)

  await page.getByRole('button', { name: 'Forgotten password?' }).click()
  await page.getByLabel('E-mail').fill('ada@hollybank.example')
  await take(page, 'sign-in-forgotten')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
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
})

async function makeAda(service: ConsoleService, shopId: string): Promise<SignedInUser> {
  const ada = await makeUser(service, { name: 'Ada Lovelace', email: 'ada@hollybank.example' })
  await confirmAddress(service, ada)
  await insertStaff(service.deps.db, shopId, ada.id, 'owner')
  return ada
}
