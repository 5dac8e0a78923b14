import type { PictureRow } from '#src/modules/media/index.ts'
import { type ShopSettings, selectMerchantSettings } from '#src/modules/merchants/index.ts'
import { listOffered, type OfferedPayment } from '#src/modules/payment-methods/index.ts'
import { selectShippingMethods, shippedTo } from '#src/modules/shipping/index.ts'
import { selectTaxNames } from '#src/modules/taxes/index.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import type { Dependencies } from './dependencies.ts'

/** What a storefront shows of its shop. */
export interface Shop {
  id: string
  slug: string
  name: string
  logo: PictureRow | null
  locales: string[]
  currency: string
  country: string | null
  prices_include_tax: boolean
  tax_names: string[]
  countries: string[]
  payment_methods: OfferedPayment[]
  support_email: string | null
  withdrawal: boolean | null
  return_days: number | null
}

/** @throws AppError NOT_FOUND */
export async function readShop(deps: Dependencies, reader: string, merchantId: string): Promise<Shop> {
  const { reads, shop, paymentProviders } = deps
  return reads.run(reader, shop(merchantId), async (db) => {
    const found = await selectMerchantSettings(db, merchantId)
    if (found === undefined) throw notFound('shop')
    const { merchant, settings, pictures } = found
    return {
      id: merchant.id,
      slug: merchant.slug ?? merchant.id,
      name: merchant.name,
      logo: pictures?.[0] ?? null,
      locales: [settings.locale],
      currency: settings.currency ?? merchant.currency,
      country: seatOf(settings),
      prices_include_tax: settings.prices_include_tax,
      tax_names: await selectTaxNames(db, merchantId),
      countries: shippedTo(await selectShippingMethods(db, merchantId), settings.shipping_required),
      payment_methods: await listOffered(db, paymentProviders, merchantId),
      support_email: settings.support_email,
      withdrawal: settings.withdrawal,
      return_days: settings.return_days,
    }
  })
}

/** That of its address on invoices, else of its VAT number. */
function seatOf({ invoices, vat_number }: ShopSettings): string | null {
  const named = invoices?.seller_address?.country
  if (named) return named
  const state = vat_number === null ? undefined : readVatNumber(vat_number)?.state
  return state === 'XI' ? 'GB' : (state ?? null)
}
