import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff, type SignedInUser } from '#test/support/factories.ts'
import { enrol } from '#test/support/two-factor.ts'

describeShop('a session that ends in the midst of the work', startConsole, ({ service, shop }) => {
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
  async function endSessions(user: SignedInUser): Promise<void> {
    const ended = await service.request('POST', '/user/logout-everywhere', { headers: user.headers })
    assert.ok(ended.status < 300, JSON.stringify(ended.body))
  }
  /** A new product, typed when the session ends. */
  async function typeProduct(page: Page, user: SignedInUser, name: string): Promise<void> {
    await signIn(page, user)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('SKU').fill(name)
    await page.locator('input[name="price"]').fill('4.95')
    await endSessions(user)
  }

  it('keeps what is typed for who signs in again, and shows nothing until then', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { page, context } = await visit(t, service, '/console/products/new')
    await typeProduct(page, owner, 'KEPT-1')
    // Another tab learns it first.
    const other = await context.newPage()
    await other.goto('/console/orders')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await press(page, 'Create product')
    await again(page).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const dialog = again(page)
    assert.equal(await dialog.getByLabel('E-mail').inputValue(), owner.email)
    assert.equal(await dialog.getByLabel('E-mail').isEditable(), false)
    assert.equal(await page.evaluate('document.elementFromPoint(20, 20).tagName'), 'DIALOG', 'nothing else is there')
    // The field to begin with has the focus.
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('SKU').inputValue(), 'KEPT-1')
    await press(page, 'Create product')
    await page.getByRole('heading', { name: 'KEPT-1', exact: true }).waitFor()
  })

  it('keeps a dialog of the page, and asks for the second factor', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { recoveryCodes } = await enrol(service, owner)
    const { page } = await visit(t, service, '/console/staff?open=new', { as: owner })
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? assert.fail('no code'))
    await press(page, 'Go on')
    const invitation = page.getByRole('dialog', { name: 'Invite to the staff' })
    await invitation.getByLabel('E-mail').fill('colleague@example.com')
    await endSessions(owner)
    await invitation.getByRole('button', { name: /^Invite as/ }).click()
    const dialog = again(page)
    await dialog.getByLabel('Password').fill(owner.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByLabel('Code').waitFor()
    await page.keyboard.type(recoveryCodes[1] ?? assert.fail('no code'))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await invitation.getByLabel('E-mail').inputValue(), 'colleague@example.com')
    await invitation.getByText('You are signed in again. What you asked for was not done yet').waitFor()
    assert.equal(await invitation.getByText('The session has ended.').count(), 0)
    await page.setViewportSize({ width: 390, height: 800 })
    const rightEnds =
      '[...document.querySelectorAll("[role=dialog] *")].map((part) => part.getBoundingClientRect().right)'
    const beyond = await page.evaluate<number>(`Math.max(...${rightEnds}) - innerWidth`)
    assert.ok(beyond <= 0, `the id of a request makes a dialog ${beyond} px too wide`)
    await invitation.getByRole('button', { name: /^Invite as/ }).click()
    await page.getByText('colleague@example.com').first().waitFor()
  })

  it('leaves nothing to someone else', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const colleague = await makeStaff(service, shop.id, 'owner')
    const { page } = await visit(t, service, '/console/products/new')
    await typeProduct(page, owner, 'SECRET-1')
    await press(page, 'Create product')
    await press(page, 'Sign in as someone else')
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('next'), '/products/new')
    await signIn(page, colleague)
    assert.equal(await page.getByLabel('SKU').inputValue(), '')
  })

  it('leaves nothing to who signs in in another tab', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const colleague = await makeStaff(service, shop.id, 'owner')
    const { page, context } = await visit(t, service, '/console/products/new')
    await typeProduct(page, owner, 'SECRET-2')
    const other = await context.newPage()
    await other.goto('/console/orders')
    await signIn(other, colleague)
    await other.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await press(page, 'Create product')
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    const headers = { ...colleague.headers, 'merchant-id': shop.id }
    assert.equal((await service.request('GET', '/admin/products?q=SECRET-2', { headers })).body.data.items.length, 0)
    await other.reload()
    await other.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.reload()
    await page.goto('/console/products/new')
    assert.equal(await page.getByLabel('SKU').inputValue(), '')
  })

  it('asks for nothing by itself until somebody signs in again', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const { page } = await visit(t, service, '/console/orders')
    await page.clock.install()
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByText(/events in the last 30 days$/).waitFor()
    await endSessions(owner)
    await page.clock.fastForward(61_000)
    await again(page).waitFor()
    // What was on its way when the session ended.
    await page.waitForLoadState('networkidle')
    let asked = 0
    page.on('request', () => asked++)
    for (let minutes = 0; minutes < 5; minutes++) await page.clock.runFor(60_000)
    assert.equal(asked, 0)
    await again(page).getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await again(page).waitFor({ state: 'detached' })
    const counts = page.waitForRequest('**/admin/counts')
    await page.clock.runFor(61_000)
    await counts
  })
})
