import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Messages about what was done are dialogs, too, that are dismissed and not closed. */
export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })
}

/** Waits until the input says so. */
export async function faultAt(input: Locator, text: string): Promise<void> {
  await input.and(input.page().locator('[aria-invalid="true"]')).waitFor()
  await input.page().locator('[id$="-error"]').getByText(text, { exact: true }).waitFor()
}

/** Why a button cannot be used. */
export async function reasonOf(button: Locator): Promise<string | null> {
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  const id = await button.getAttribute('aria-describedby')
  return button.page().locator(`[id="${id}"]`).textContent()
}

/** The browser writes a line about each refusal that a test asks for. Takes them away; there is no other fault. */
export function onlyStatuses(faults: string[], ...statuses: number[]): void {
  assert.deepEqual(
    faults.splice(0).filter((fault) => !statuses.some((status) => fault.includes(`status of ${status}`))),
    [],
  )
}
