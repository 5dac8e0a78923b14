import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Notifications are dialogs, too, but are dismissed, not closed. */
export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })
}

/** Waits until the input has the value. */
export async function faultAt(input: Locator, text: string): Promise<void> {
  await input.and(input.page().locator('[aria-invalid="true"]')).waitFor()
  await input.page().locator('[id$="-error"]').getByText(text, { exact: true }).waitFor()
}

/** The reason why a button is disabled. */
export async function reasonOf(button: Locator): Promise<string | null> {
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  const id = await button.getAttribute('aria-describedby')
  return button.page().locator(`[id="${id}"]`).textContent()
}

/** Removes the browser's lines about refusals that a test causes, and expects no other line. */
export function onlyStatuses(faults: string[], ...statuses: number[]): void {
  assert.deepEqual(
    faults.splice(0).filter((fault) => !statuses.some((status) => fault.includes(`status of ${status}`))),
    [],
  )
}
