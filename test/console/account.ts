import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { insertStaff } from '#src/modules/merchants/queries.ts'
import { unique } from '#test/support/app.ts'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { authenticator, enrol, farSteps, forgetUsedCodes } from '#test/support/two-factor.ts'

/** The browser's own lines about refused requests are left out. */
const others = (faults: string[]) => faults.filter((fault) => !/status of 4\d\d/.test(fault))

describeShop('the account in the console', startConsole, ({ service, shop }) => {
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** What is said at a field, as a screen reader finds it. */
  const errorAt = async (place: Page | Locator, label: string) => {
    await place.locator('[id$="-error"]').first().waitFor()
    const ids = (await place.getByLabel(label, { exact: true }).getAttribute('aria-describedby')) ?? ''
    const id = ids.split(' ').find((one) => one.endsWith('-error')) ?? assert.fail(`no error at ${label}`)
    return place.locator(`[id="${id}"]`).textContent()
  }
  const openAccount = async (page: Page) => {
    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: /^Your account/ }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
  }

  it('changes the name and the e-mail address of a viewer, who confirms it from the mail', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, context, faults } = await visit(t, service, '/console', { as: viewer })
    await openAccount(page)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await press(page, 'Save name')
    await page.getByText('Name is saved').first().waitFor()
    await page
      .getByRole('button', { name: /^Account and theme/ })
      .filter({ hasText: 'Ada Lovelace' })
      .waitFor()

    const moved = `${unique('moved')}@example.com`
    const email = part(page, 'E-mail address')
    await press(page, 'Change address')
    await email.getByLabel('New address').fill(moved)
    await email.getByLabel('Current password').fill('not this one')
    await press(page, 'Send the link')
    assert.equal(await errorAt(email, 'Current password'), 'The current password is wrong.')
    await email.getByLabel('Current password').fill(viewer.password)
    await email.getByLabel('New address').fill(shop.owner.email)
    await press(page, 'Send the link')
    await email.getByText('An account with this e-mail address exists.').waitFor()
    await email.getByLabel('New address').fill(moved)
    await press(page, 'Send the link')
    await email.getByText(moved).waitFor()

    // Taken back, and asked for again.
    await press(page, `Keep ${viewer.email} instead`)
    await email.getByLabel('Current password').fill(viewer.password)
    await press(page, 'Keep this address')
    await email.getByText(moved).waitFor({ state: 'detached' })
    await press(page, 'Change address')
    await email.getByLabel('New address').fill(moved)
    await email.getByLabel('Current password').fill(viewer.password)
    const sent = service.mail.mails.length
    await press(page, 'Send the link')
    await email.getByText(moved).waitFor()
    const { token } = await service.mail.mailTo(moved, (mail) => service.mail.mails.indexOf(mail) >= sent)
    const mailed = await context.newPage()
    await mailed.goto(`/account/verify-email#token=${token}`)
    await mailed.getByRole('button').click()
    await mailed.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await page.reload()
    await email.getByText(moved, { exact: true }).waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('changes the password, says what is wrong at its field, and ends sessions', async (t) => {
    const manager = await makeStaff(service, shop.id, 'manager')
    const { page, faults } = await visit(t, service, '/console', { as: manager })
    await openAccount(page)
    const sessions = part(page, 'Sessions')
    await sessions.getByText('Chrome on Linux').waitFor()
    // The two of `makeStaff`: one as a customer, one of the console's API.
    assert.equal(await sessions.getByRole('listitem').count(), 3)
    await sessions.getByText('As a customer').waitFor()
    await sessions
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await sessions.getByRole('listitem').nth(2).waitFor({ state: 'detached' })

    const password = part(page, 'Password')
    await password.getByLabel('Current password').fill('not this one')
    await password.getByLabel('New password').fill('a better password')
    await press(page, 'Change password')
    await password.getByText('The current password is wrong.').waitFor()
    await password.getByLabel('Current password').fill(manager.password)
    await password.getByLabel('New password').fill('password1')
    await press(page, 'Change password')
    await password.getByText('Is one of the most common passwords; choose another.').waitFor()
    await password.getByLabel('New password').fill('a better password')
    await press(page, 'Change password')
    await page.getByText('Password is changed').first().waitFor()
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    const endOthers = page.getByRole('button', { name: 'End all others' })
    assert.equal(await endOthers.getAttribute('aria-disabled'), 'true')

    const elsewhere = await visit(t, service)
    await signIn(elsewhere.page, { email: manager.email, password: 'a better password' })
    await elsewhere.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.reload()
    await sessions.getByText('last used').waitFor()
    await press(page, 'End all others')
    await page.getByRole('dialog').getByText('Ends 1 session at once. This browser stays signed in.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await page.getByText('All your other sessions have ended').first().waitFor()
    await elsewhere.page.getByRole('link', { name: 'Products', exact: true }).click()
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press(page, 'Sign out everywhere')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('switches two factors on with recovery codes told once, signs in by them, and switches them off', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { page, context, faults } = await visit(t, service)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, owner)
    await openAccount(page)
    const factors = part(page, 'Two factors')
    await press(page, 'Set up')
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    const { code } = authenticator(await factors.getByLabel('Key', { exact: true }).inputValue())
    assert.deepEqual(await violations(page), [])
    await factors.getByLabel('Code', { exact: true }).fill(code(farSteps))
    await press(page, 'Switch on')
    assert.equal(await errorAt(factors, 'Code'), 'The code is wrong or was used before.')
    await factors.getByLabel('Code', { exact: true }).fill(code())
    await press(page, 'Switch on')
    const told = page.getByRole('region', { name: 'Recovery codes' })
    await told.waitFor()
    const codes = await told.getByRole('listitem').allTextContents()
    assert.equal(new Set(codes).size, 10)
    await press(page, 'Copy')
    await page.getByText('Recovery codes copied').first().waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), codes.join('\n'))
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
    assert.equal(await readFile(await file.path(), 'utf8'), `${codes.join('\n')}\n`)
    await press(page, 'I have kept them')
    await factors.getByText('A sign-in needs a code').waitFor()

    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await press(page, 'Go on')
    await page.getByText('The code is wrong or was used before.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await press(page, 'Go on')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()

    await press(page, 'Switch off')
    await factors.getByLabel('Current password').fill('not this one')
    await factors.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await factors.getByRole('button', { name: 'Switch off' }).click()
    await factors.getByText('The current password or the code is wrong.').waitFor()
    await factors.getByLabel('Current password').fill(owner.password)
    await factors.getByRole('button', { name: 'Switch off' }).click()
    await factors.getByText('Your password alone signs in.').waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('asks for the password to set two factors up, some time after the sign-in', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { page, faults } = await visit(t, service, '/console', { as: owner })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await sql`update sessions set created_at = now() - interval '16 minutes' where user_id = ${owner.id}`.execute(
      service.deps.db,
    )
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await press(page, 'Set up')
    const factors = part(page, 'Two factors')
    await factors.getByLabel('Current password').fill('not this one')
    await press(page, 'Go on')
    await factors.getByText('The current password is wrong.').waitFor()
    await factors.getByLabel('Current password').fill(owner.password)
    await press(page, 'Go on')
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('leads who has one factor to the account, where the shop asks for two', async (t) => {
    const strict = await makeMerchant(service)
    await enrol(service, strict.owner)
    const required = await service.request('PATCH', '/admin/merchant', {
      headers: strict.owner.headers,
      body: { require_two_factor: true },
    })
    assert.equal(required.status, 200, JSON.stringify(required.body))
    const manager = await makeStaff(service, strict.id, 'manager')
    const { page, faults } = await visit(t, service, '/console', { as: manager })
    await page.getByRole('link', { name: 'Set them up' }).click()
    await press(page, 'Set up')
    const { code } = authenticator(await page.getByLabel('Key', { exact: true }).inputValue())
    await page.getByLabel('Code', { exact: true }).fill(code())
    await press(page, 'Switch on')
    await press(page, 'I have kept them')
    await page.getByText('This shop asks for two factors.').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByText('No products yet').waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('signs in to one of two shops with two factors', async (t) => {
    const second = await makeMerchant(service)
    const owner = await makeStaff(service, shop.id, 'owner')
    await insertStaff(service.deps.db, second.id, owner.id, 'viewer')
    const { code } = await enrol(service, owner)
    const { page, faults } = await visit(t, service, '/console/products', { as: owner })
    await page.getByRole('heading', { name: 'Choose a shop' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: `${second.name} Viewer` }).click()
    await page.getByLabel('Code', { exact: true }).fill(code())
    await press(page, 'Go on')
    // Where one was before, at the shop that was chosen.
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    await page.getByText(second.name, { exact: true }).first().waitFor()

    // A code that was used signs in nobody else; after five tries the password is asked for again.
    await forgetUsedCodes(service, owner.id)
    const other = await visit(t, service)
    await signIn(other.page, owner)
    await other.page.getByRole('button', { name: `${shop.name} Owner` }).click()
    for (let tries = 0; tries < 6; tries++) {
      const answer = other.page.waitForResponse('**/console/session/two-factor')
      await other.page.getByLabel('Code', { exact: true }).fill('000000')
      await press(other.page, 'Go on')
      await answer
    }
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.page.getByText(/sign in again/).waitFor()
    assert.deepEqual(others(faults), [])
  })

  it('sets a forgotten password by the mailed link, and finds the way back to the console', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { page, faults } = await visit(t, service)
    await page.getByLabel('E-mail').fill(owner.email)
    await press(page, 'Forgotten password?')
    assert.equal(await page.getByLabel('E-mail').inputValue(), owner.email)
    await page.getByLabel('E-mail').fill(`${'x'.repeat(65)}@example.com`)
    await press(page, 'Send the link')
    assert.match((await errorAt(page, 'E-mail')) ?? '', /^\w.*\.$/)
    await page.getByLabel('E-mail').fill(owner.email)
    assert.deepEqual(await violations(page), [])
    await press(page, 'Send the link')
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    assert.deepEqual(await violations(page), [])
    const { token } = await service.mail.mailTo(owner.email, ({ subject }) => subject === 'Set a new password')
    await page.goto(`/account/reset-password#token=${token}`)
    await page.getByLabel('New password').fill('typed by a person')
    await press(page, 'Set the password')
    await page.getByRole('link', { name: 'To the console' }).click()
    await signIn(page, { email: owner.email, password: 'typed by a person' })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    assert.deepEqual(others(faults), [])
  })
})
