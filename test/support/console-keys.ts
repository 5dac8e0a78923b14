import type { Page } from 'playwright-core'

/** The keyboard alone, with how many keys were pressed; texts that are typed are counted apart. */
export function keysOf(page: Page) {
  let pressed = 0
  let typed = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      pressed += keys.length
    },
    type: async (text: string) => {
      await page.keyboard.type(text)
      typed += text.length
    },
    counts: () => ({ pressed, typed }),
  }
}
