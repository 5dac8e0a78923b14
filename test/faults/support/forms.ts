import { type TestContext, test } from 'node:test'

interface Form<Settings> {
  name: string
  settings: Settings
}

/**
 * One fault as a test: its short form in `npm run test:long`, its long form with `--patient` (test/run.ts sets
 * TEST_FORM).
 */
export function testFault<Settings>(
  scenario: (t: TestContext, settings: Settings) => Promise<void>,
  forms: { short?: Form<Settings>; long: Form<Settings> },
): void {
  const form = process.env['TEST_FORM'] === 'long' ? forms.long : forms.short
  if (form !== undefined) test(form.name, (t) => scenario(t, form.settings))
}
