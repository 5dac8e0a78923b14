import { selectSettings } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { isInUnion, readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import { selectVatCheck, storeVatCheck } from './vat-queries.ts'
import type { VatRegister } from './vat-register.ts'

export interface VatDependencies extends Pick<Databases, 'shop'> {
  /** Undefined: only the form of numbers is checked. */
  vatRegister: VatRegister | undefined
  logger: Pick<Logger, 'warn'>
}

/** A buyer's VAT number in the form that an order stores. */
export interface BuyerVat {
  number: string
  /** Its member state; XI is Northern Ireland. */
  state: string
  /** Whether the buyer owes the tax. */
  reverse_charge: boolean
  /** Answer of the register; null: it was not asked. */
  check: { status: 'valid' | 'invalid' | 'unavailable'; checked_at: string | null; reference: string | null } | null
}

/** Timeout of the register in a checkout. */
const timeoutMs = 3_000

/**
 * Reads a VAT number, which may lack the letters of the buyer's country, and asks the register if there is one and the
 * answer matters to this shop. Answers are cached for a day. @throws AppError VALIDATION_ERROR
 */
export async function checkVatNumber(
  { shop, vatRegister, logger }: VatDependencies,
  merchantId: string,
  text: string,
  address: { country: string } | null,
): Promise<Omit<BuyerVat, 'reverse_charge'>> {
  const read = readVatNumber(text, address?.country)
  if (read === undefined) {
    throw invalid({ field: 'vat_number', message: 'must be a VAT number with its country, such as DE136695976' })
  }
  if (vatRegister === undefined || !isInUnion(read.state)) return { ...read, check: null }
  const { vat_number: own } = await selectSettings(shop(merchantId), merchantId)
  const requester = own === null ? undefined : readVatNumber(own)
  if (requester === undefined || requester.state === read.state) return { ...read, check: null }
  const cached = await selectVatCheck(shop(merchantId), merchantId, read.number)
  if (cached !== undefined) return { ...read, check: { ...cached, checked_at: cached.checked_at.toISOString() } }
  const mayAsk = isInUnion(requester.state) ? requester.number : null
  try {
    const answer = await vatRegister.check(read.number, mayAsk, AbortSignal.timeout(timeoutMs))
    const checkedAt = await storeVatCheck(shop(merchantId), merchantId, read.number, answer)
    return { ...read, check: { ...answer, checked_at: checkedAt.toISOString() } }
  } catch (error) {
    logger.warn({ err: error, merchantId }, 'the register of VAT numbers did not answer')
    return { ...read, check: { status: 'unavailable', checked_at: null, reference: null } }
  }
}
