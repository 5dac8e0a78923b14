import { AppError } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'

/** The `merchant-id` header where it may be left out. @throws AppError MERCHANT_ACCESS_DENIED */
export function optionalMerchantId(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !isUuid(header)) {
    throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the id of a shop')
  }
  return header.toLowerCase()
}
