import { Type } from 'typebox'
import { Uuid } from '#src/platform/http/envelope.ts'
import { invalid } from '#src/platform/lib/errors.ts'

/** Of a read that is about one shop: a key of a storefront sets it. */
export const OneShop = Type.Object({ merchant_id: Type.Optional(Uuid) })

/** @throws AppError VALIDATION_ERROR */
export function shopOf({ merchant_id: merchantId }: { merchant_id?: string }): string {
  if (merchantId !== undefined) return merchantId
  throw invalid({ field: 'merchant_id', message: 'is required unless the request has a storefront’s key' })
}
