import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { unique } from '#test/support/app.ts'
import { startBrowser } from '#test/support/browser.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'

describe('the pages mailed links lead to', () => {
  let service: Awaited<ReturnType<typeof startMailedApp>>
  let mail: TestMailServer
  let browser: Browser
  let address: string
  before(async () => {
    // First: if it fails, nothing is left running.
    browser = await startBrowser()
    service = await startMailedApp()
    mail = service.mail
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  async function open(path: string): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${address}${path}`)
    return { page, faults }
  }
  const says = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

  it('GET /account/verify-email, opened from the mail, confirms the address when the button is pressed', async () => {
    const user = await makeUser(service)
    const { token } = await mail.mailTo(user.email)
    const { page, faults } = await open(`/account/verify-email#token=${token}`)
    assert.equal(new URL(page.url()).hash, '')
    const profile = () => service.request('GET', '/user/profile', { headers: user.headers })
    assert.equal((await profile()).body.data.is_verified, false)
    await page.getByRole('button').click()
    await says(page, /is confirmed/)
    assert.equal((await profile()).body.data.is_verified, true)
    assert.deepEqual(faults, [])

    const { page: again } = await open(`/account/verify-email#token=${token}`)
    await again.getByRole('button').click()
    await says(again, /used before, or has expired/)
  })

  it('GET /account/reset-password, opened from the mail, sets the password typed in', async () => {
    const user = await makeUser(service)
    const device = { 'device-id': 'phone' }
    await service.request('POST', '/user/password/forgot', { headers: device, body: { email: user.email } })
    const { token } = await mail.mailTo(user.email, ({ subject }) => subject === 'Set a new password')
    const { page, faults } = await open(`/account/reset-password#token=${token}`)
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await says(page, /password is set/)
    assert.deepEqual(faults, [])
    const body = { email: user.email, password: 'typed by a person' }
    assert.equal((await service.request('POST', '/user/login', { headers: device, body })).status, 200)
  })

  it('GET /account/accept-invitation, opened from the mail, asks for a password where one is needed', async () => {
    const { owner } = await makeMerchant(service)
    const email = 'hired@example.com'
    await service.request('POST', '/admin/staff', { headers: owner.headers, body: { email, role: 'viewer' } })
    const { token } = await mail.mailTo(email)
    const { page } = await open(`/account/accept-invitation#token=${token}`)
    assert.equal(new URL(page.url()).hash, '')
    assert.equal(await page.getByLabel('New password').isVisible(), false)
    await page.getByRole('button').click()
    await says(page, /Choose a password/)
    await page.getByLabel('New password').fill('typed by a person')
    await page.getByRole('button').click()
    await says(page, /You now work for Shop-.* with the role viewer/)
    const body = { email, password: 'typed by a person' }
    const device = { 'device-id': 'desk' }
    assert.equal((await service.request('POST', '/admin/login', { headers: device, body })).status, 200)

    const { page: again, faults } = await open(`/account/accept-invitation#token=${token}`)
    await again.getByRole('button').click()
    await says(again, /used before, was taken back, or has expired/)
    // The browser's own line about the 400.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('400')),
      [],
    )
  })

  it('GET /account/undo-email-change, opened from the mail, goes back with a new password', async () => {
    const user = await makeUser(service)
    const email = `${unique('moved')}@example.com`
    const change = { email, current_password: user.password }
    await service.request('PATCH', '/user/profile', { headers: user.headers, body: change })
    const { source, token } = await mail.mailTo(user.email, ({ subject }) => subject.includes('about to be changed'))
    assert.match(source.replace(/=\r\n/g, ''), /\/account\/undo-email-change#token=/)
    const confirmation = await mail.mailTo(email)
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

  it('GET /account/reset-password without a token says so', async () => {
    const { page } = await open('/account/reset-password')
    await says(page, /link is not complete/)
  })
})
