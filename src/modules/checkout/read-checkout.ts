import {
  checkAddress,
  isGuest,
  type PostalAddress,
  presentAddress,
  selectAddress,
} from '#src/modules/identity/index.ts'
import { marketFor } from '#src/modules/markets/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import { chargeUnit, type PaymentProviders } from '#src/modules/payments/index.ts'
import type { Checkout } from '#src/modules/pricing/index.ts'
import { checkVatNumber, type VatDependencies } from '#src/modules/taxes/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Shopper } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { CheckoutFields } from './checkout-schemas.ts'
import { readGift } from './read-gift.ts'

export interface CheckoutDependencies extends Pick<Databases, 'db' | 'shop'>, VatDependencies {
  merchants: MerchantDirectory
  seal: Pick<Seal, 'hash'>
  paymentProviders: PaymentProviders
}

/** Whoever buys for themselves, by a request or on another way. */
export type Customer = Omit<Shopper, 'sessionId'>

type Kind = 'shipping_address' | 'billing_address'

/**
 * Checks what a body says of an order besides its lines, and looks up addresses by their ids and a VAT number; before
 * the order's transaction, because the register of VAT numbers is asked over the network.
 * That an id is unknown is not thrown here, so that a repeated request gets its stored answer though the address is
 * gone.
 * @throws AppError VALIDATION_ERROR
 */
export async function readCheckout(
  deps: CheckoutDependencies,
  { userId, merchant, isGuest: hasGuestToken, address, acceptLanguage }: Customer,
  fields: CheckoutFields,
): Promise<Checkout> {
  const { db, seal, paymentProviders } = deps
  const faults: FieldFault[] = []
  const inBody = {
    shipping_address: addressIn(fields, 'shipping_address', faults),
    billing_address: addressIn(fields, 'billing_address', faults),
  }
  if (faults.length > 0) throw invalid(...faults)

  const unknown: string[] = []
  const inBook = async (kind: Kind): Promise<PostalAddress | null> => {
    const id = fields[`${kind}_id`]
    if (id === undefined) return null
    const found = await selectAddress(db, userId, id)
    if (found !== undefined) return presentAddress(found)
    unknown.push(`${kind}_id`)
    return null
  }
  const isGuestStill = hasGuestToken && (await isGuest(db, userId))
  const shipping_address = inBody.shipping_address ?? (await inBook('shipping_address'))
  const billing_address = inBody.billing_address ?? (await inBook('billing_address'))
  const vatNumber = fields.vat_number?.trim()
  return {
    by: {
      kind: 'shopper',
      isGuest: isGuestStill,
      hasGuestToken,
      clientHash: seal.hash(`client:${address}`),
      lacksEmail: isGuestStill && fields.email === undefined,
      unknownAddresses: unknown,
    },
    email: fields.email ?? null,
    shipping_address,
    billing_address,
    shipping_method_id: fields.shipping_method_id ?? null,
    payment_method_id: fields.payment_method_id ?? null,
    buyer_vat: vatNumber
      ? await checkVatNumber(deps, merchant.id, vatNumber, billing_address ?? shipping_address)
      : null,
    gift: readGift(fields.gift),
    discount_codes: fields.discount_codes,
    expected_total: fields.expected_total,
    unitOf: (currency) => chargeUnit(paymentProviders, currency),
    market: await marketFor(deps, merchant.id, fields, acceptLanguage),
  }
}

/** The address in the body itself. */
function addressIn(fields: CheckoutFields, kind: Kind, faults: FieldFault[]): PostalAddress | undefined {
  const address = fields[kind]
  if (address === undefined) return undefined
  if (fields[`${kind}_id`] !== undefined) faults.push({ field: `${kind}_id`, message: `must not be sent with ${kind}` })
  try {
    return checkAddress(address, kind)
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error
    faults.push(...error.details)
    return undefined
  }
}
