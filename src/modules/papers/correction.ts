import { type AddressInput, checkAddress } from '#src/modules/identity/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import type { Correction } from './issue-invoice.ts'

interface CorrectionInput {
  billing_address?: AddressInput
  vat_number?: string | null
  reason?: string
}

/** @throws AppError VALIDATION_ERROR */
export function readCorrection({ billing_address, vat_number, reason }: CorrectionInput): Correction {
  const number = vat_number == null ? vat_number : readVatNumber(vat_number, billing_address?.country)?.number
  if (typeof vat_number === 'string' && number === undefined)
    throw invalid({ field: 'vat_number', message: 'must be a VAT number with its country, such as FR40303265045' })
  return {
    buyer: {
      ...(billing_address && { address: checkAddress(billing_address, 'billing_address') }),
      ...(number !== undefined && { vatId: number }),
    },
    reason,
  }
}
