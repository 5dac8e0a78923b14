import type { Mutation } from './mutation.ts'

const guard = {
  file: 'src/config/production.ts',
  caughtBy: 'src/config/production.test.ts',
}

export const production: readonly Mutation[] = [
  {
    ...guard,
    name: 'production-test-payments',
    because: 'production takes payments without money, without a word',
    within: 'productionFaults',
    replace: "unlessAllowed(testPayments(config), 'ALLOW_TEST_PAYMENTS_IN_PRODUCTION')",
    by: '',
    test: 'refuses payments without money and limits of 0',
  },
  {
    ...guard,
    name: 'production-shared-secret',
    because: 'one secret signs tokens and opens the database',
    within: 'secretFaults',
    replace: 'other.owner !== owner',
    by: 'other.setting === setting',
    test: 'refuses one secret in two places',
  },
  {
    ...guard,
    name: 'production-everybody-a-proxy',
    because: 'whoever writes x-forwarded-for chooses the address that limits count',
    within: 'isOfEverybody',
    replace: 'return !isPrivate && Number(bits) < widest.v6',
    by: 'return false',
    test: 'refuses to trust proxies of everybody',
  },
  {
    ...guard,
    name: 'production-example-sender',
    because: 'mails are sent from example.com, and none arrives',
    within: 'mailFaults',
    replace: 'domain !== undefined && reservedDomain.test(domain)',
    by: 'domain === undefined',
    test: 'refuses a sender that is missing',
  },
  {
    name: 'production-nobody-works',
    because: 'a server of many processes leaves all jobs and deliveries to nobody',
    file: 'src/config/processes.ts',
    within: 'processFaults',
    replace: 'BACKGROUND_WORK || (WEB_PROCESSES === 1 && DATABASE_URL !== undefined)',
    by: 'BACKGROUND_WORK || DATABASE_URL !== undefined',
    caughtBy: 'src/config/processes.test.ts',
    test: 'without background work needs a database',
  },
]
