import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { unique } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('a session that ends at the checkout', () => {
  const shop = started(startStorefrontShop)

  async function endSessions(): Promise<void> {
    const { db, revocations } = shop.service.deps
    const { rows } = await sql<{ id: string }>`
      update sessions set revoked_at = now() where user_id <> ${shop.shop.owner.id} returning id`.execute(db)
    revocations.add(rows.map(({ id }) => id))
  }
  const said = 'Your session had ended. What you typed is still here.'
  const typed = (page: Page, names: string[]) =>
    Promise.all(names.map((name) => page.locator(`[name=${name}]`).inputValue()))

  for (const javaScriptEnabled of [false, true]) {
    it(`leaves a guest ${javaScriptEnabled ? 'with' : 'without'} JavaScript their words and their cart`, async (t) => {
      const { page } = await visitShop(t, shop, { javaScriptEnabled })
      await addToCart(page, '/products/blue-mug')
      await page.goto('/checkout')
      await endSessions()
      await enterAddress(page, 'ada@example.com')
      await page.getByText(said).waitFor()
      assert.deepEqual(await typed(page, ['email', 'name', 'city']), ['ada@example.com', 'Ada Lovelace', 'London'])
      assert.equal(new URL(page.url()).href, `${shop.storefront.address}/checkout`)
      await page.locator('.steps form button').last().click()
      await page.waitForURL(/\/checkout\/delivery$/)
      // Once more in the second step: the chosen way is kept, too.
      await page.getByText('Express').click()
      await endSessions()
      await page.getByRole('button', { name: /^Pay £/ }).click()
      await page.getByText(said).waitFor()
      await page.locator('.steps form button').last().click()
      await page.getByRole('button', { name: 'Pay £21.50' }).click()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      await page.goto('/checkout')
      await page.getByText('Your cart is empty').waitFor()
    })
  }

  it('asks somebody with an account to sign in, and goes on with their words', async (t) => {
    const { page } = await visitShop(t, shop)
    const email = `${unique('ada')}@example.com`
    await page.goto('/account/register')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/account$/)
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await endSessions()
    await enterAddress(page, 'another@example.com')
    await page.getByText(said).waitFor()
    assert.equal(new URL(page.url()).search, '?to=%2Fcheckout')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(said).waitFor()
    assert.deepEqual(await typed(page, ['email', 'name']), ['another@example.com', 'Ada Lovelace'])
    await page.locator('.steps form button').last().click()
    await page.getByRole('button', { name: 'Pay £16.50' }).waitFor()
  })
})
