import type { Mailer } from '#src/platform/mail/index.ts'
import { createMailSender } from './mail-sender.ts'
import type { InvoiceSenders } from './sender.ts'
import { createTestSender } from './test-sender.ts'

/** The senders of this service. */
export function createInvoiceSenders(mailer: Mailer, config: { TEST_PAYMENTS: boolean }): InvoiceSenders {
  return [createMailSender(mailer), ...(config.TEST_PAYMENTS ? [createTestSender()] : [])]
}
