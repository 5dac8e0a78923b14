import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'

const answers = {
  valid: t('VIES knows it.'),
  invalid: t('VIES does not know it.'),
  unavailable: t('VIES did not answer, so tax was charged.'),
}

/** What is known of a VAT number. */
export function checkText({ check }: NonNullable<Order['buyer_vat']>): string {
  if (check === null) return t('Its form is right.')
  const reference = check.reference && t('Reference {reference}.', { reference: check.reference })
  return [answers[check.status], reference].filter(Boolean).join(' ')
}
