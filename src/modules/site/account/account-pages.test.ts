import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { unique } from '#test/support/app.ts'
import { violations } from '#test/support/axe.ts'
import { startConsole } from '#test/support/console.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'

describeService('the pages mailed links lead to', startConsole, ({ service }) => {
  async function open(path: string): Promise<{ page: Page; faults: string[] }> {
    const page = await service.browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${service.address}${path}`)
    return { page, faults }
  }
  const says = (page: Page, text: RegExp) => page.locator('main').filter({ hasText: text }).waitFor()
  const wayOn = (page: Page) => page.getByRole('link', { name: 'To the console' })

  it('GET /account/verify-email, opened from the mail, confirms the address when the button is pressed', async () => {
    const user = await makeUser(service)
    const { token } = await service.mail.mailTo(user.email)
    const { page, faults } = await open(`/account/verify-email#token=${token}`)
    assert.equal(new URL(page.url()).hash, '')
    const profile = () => service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal((await profile()).body.data.is_verified, false)
    await page.getByRole('button').click()
    await says(page, /is confirmed.*You can close this page/s)
    assert.equal(await wayOn(page).isVisible(), false)
    assert.equal((await profile()).body.data.is_verified, true)
    assert.deepEqual(faults, [])

    const { page: again } = await open(`/account/verify-email#token=${token}`)
    await again.getByRole('button').click()
    await says(again, /used before, or has expired/)
  })

  it('GET /account/reset-password, opened from the mail, sets the password and leads staff on', async () => {
    const merchant = await makeMerchant(service)
    const user = await makeStaff(service, merchant.id, 'viewer')
    const device = { 'device-id': 'phone' }
    await service.request('POST', '/user/password/forgot', { headers: device, body: { email: user.email } })
    const { token } = await service.mail.mailTo(user.email, ({ subject }) => subject === 'Set a new password')
    const { page, faults } = await open(`/account/reset-password#token=${token}`)
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await says(page, /password is set/)
    assert.deepEqual(await violations(page), [])
    await wayOn(page).click()
    await page.waitForURL('**/console/sign-in')
    assert.deepEqual(faults, [])
    const body = { email: user.email, password: 'typed by a person' }
    assert.equal((await service.request('POST', '/user/login', { headers: device, body })).status, 200)
  })

  it('GET /account/accept-invitation, opened from the mail, says who invites and asks what is needed', async () => {
    const { owner, name } = await makeMerchant(service)
    const email = 'hired@example.com'
    const invite = (address: string) =>
      service.request('POST', '/admin/staff', { headers: owner.headers, body: { email: address, role: 'viewer' } })
    await invite(email)
    const { token } = await service.mail.mailTo(email)
    const { page } = await open(`/account/accept-invitation#token=${token}`)
    assert.equal(new URL(page.url()).hash, '')
    await page.getByText(`${name} invites ${email} to work for it, with the role viewer.`).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await says(page, /You now work for Shop-.*Your role is viewer/s)
    await wayOn(page).waitFor()
    const body = { email, password: 'typed by a person' }
    const device = { 'device-id': 'desk' }
    assert.equal((await service.request('POST', '/admin/login', { headers: device, body })).status, 200)

    const { page: again, faults } = await open(`/account/accept-invitation#token=${token}`)
    await says(again, /used before, was taken back, or has expired/)
    // The browser's own line about the 400.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('400')),
      [],
    )

    // Who has an account keeps its password.
    const known = await makeStaff(service, (await makeMerchant(service)).id, 'viewer')
    await invite(known.email)
    const invited = await service.mail.mailTo(known.email, ({ subject }) => subject.includes(name))
    const { page: theirs } = await open(`/account/accept-invitation#token=${invited.token}`)
    await theirs.getByText(`${name} invites ${known.email}`).waitFor()
    assert.equal(await theirs.getByLabel('New password').isVisible(), false)
    await theirs.getByRole('button').click()
    await says(theirs, /You now work for Shop-/)
  })

  it('GET /account/undo-email-change, opened from the mail, goes back with a new password', async () => {
    const user = await makeUser(service)
    const email = `${unique('moved')}@example.com`
    const change = { email, current_password: user.password }
    await service.request('PATCH', '/user/profile', { headers: user.headers, body: change })
    const { source, token } = await service.mail.mailTo(user.email, ({ subject }) =>
      subject.includes('about to be changed'),
    )
    assert.match(source.replace(/=\r\n/g, ''), /\/account\/undo-email-change#token=/)
    const confirmation = await service.mail.mailTo(email)
    const { page: confirming } = await open(`/account/verify-email#token=${confirmation.token}`)
    await confirming.getByRole('button').click()
    await says(confirming, /is confirmed/)

    const { page, faults } = await open(`/account/undo-email-change#token=${token}`)
    assert.equal(new URL(page.url()).hash, '')
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button').click()
    await says(page, /most common passwords/)
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await says(page, /change is undone/)
    // The browser reports the refusal of the common password.
    assert.equal(faults.length, 1)
    const body = { email: user.email, password: 'typed by a person' }
    const device = { 'device-id': 'phone' }
    assert.equal((await service.request('POST', '/user/login', { headers: device, body })).status, 200)
    const { page: again } = await open(`/account/undo-email-change#token=${token}`)
    await again.getByLabel('New password').fill('typed by a person')
    await again.getByRole('button').click()
    await says(again, /used before, or has expired/)
  })

  it('has no violation of accessibility on any page, in both themes, wide and narrow', async () => {
    const found: string[] = []
    for (const name of ['verify-email', 'reset-password', 'undo-email-change', 'accept-invitation']) {
      const { page, faults } = await open(`/account/${name}#token=none`)
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          found.push(...(await violations(page)).map((fault) => `${name}, ${colorScheme}, ${width}: ${fault}`))
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflow > 0) found.push(`${name}, ${width}: ${overflow} px wider than the window`)
        }
      }
      // The browser's own line about the 400 of an invitation.
      found.push(...faults.filter((fault) => !fault.includes('400')))
      await page.close()
    }
    assert.deepEqual(found, [])
  })

  it('GET /account/reset-password without a token says so', async () => {
    const { page } = await open('/account/reset-password')
    await says(page, /link is not complete/)
  })
})
