import type { Order } from '#console/data/queries.ts'

const answers = {
  valid: 'VIES knows it.',
  invalid: 'VIES does not know it.',
  unavailable: 'VIES did not answer, so tax was charged.',
}

/** What is known of a VAT number. */
export function checkText({ check }: NonNullable<Order['buyer_vat']>): string {
  if (check === null) return 'Its form is right.'
  return `${answers[check.status]}${check.reference ? ` Reference ${check.reference}.` : ''}`
}
