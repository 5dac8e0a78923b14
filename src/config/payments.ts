import { flag, list, type Parse, url, variable } from './parsers.ts'

const matching =
  (pattern: RegExp): Parse<string> =>
  (value) =>
    pattern.test(value) ? value : undefined
const none = undefined

/** Settings of payments. Part of variables.ts. */
export const paymentVariables = {
  // Enables payments without money, so production must switch it on explicitly.
  TEST_PAYMENTS: variable({ parse: flag, expected: 'true or false', development: true, production: false }),
  STRIPE_SECRET_KEY: variable<string | undefined>({
    parse: matching(/^[sr]k_(test|live)_\w+$/),
    expected: 'a secret key of Stripe (sk_… or rk_…)',
    development: none,
  }),
  STRIPE_PUBLISHABLE_KEY: variable<string | undefined>({
    parse: matching(/^pk_(test|live)_\w+$/),
    expected: 'a publishable key of Stripe (pk_…)',
    development: none,
  }),
  STRIPE_WEBHOOK_SECRET: variable<readonly string[] | undefined>({
    parse: list(matching(/^whsec_[\w+/=-]+$/), 4),
    expected: 'signing secrets of Stripe’s webhook endpoints (whsec_…), separated by commas',
    development: none,
  }),
  STRIPE_API_BASE: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
}

type PaymentConfig = {
  readonly [Name in keyof typeof paymentVariables]: (typeof paymentVariables)[Name]['development']
}

/** Faults that no variable has alone. */
export function paymentFaults(config: PaymentConfig & { production: boolean }): string[] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = config
  const together = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
  const missing = Object.entries(together).filter(([, value]) => value === undefined)
  const faults: string[] = []
  if (missing.length === 1 || missing.length === 2)
    faults.push(`${Object.keys(together).join(', ')} go together; missing: ${missing.map(([name]) => name).join(', ')}`)
  if (STRIPE_API_BASE !== undefined && missing.length === 3)
    faults.push('STRIPE_API_BASE is set without STRIPE_SECRET_KEY; it is for tests')
  if (STRIPE_API_BASE !== undefined && config.production)
    faults.push('STRIPE_API_BASE is for tests; production asks Stripe itself')
  const [secretMode, publishableMode] = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].map((key) => key?.split('_')[1])
  if (secretMode !== undefined && publishableMode !== undefined && secretMode !== publishableMode)
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes; expected both test or both live')
  return faults
}
