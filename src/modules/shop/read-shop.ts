import { type PageKind, pageKinds, selectPolicies } from '#src/modules/content/index.ts'
import { type KeptMarket, type Market, selectMarkets } from '#src/modules/markets/index.ts'
import type { PictureRow } from '#src/modules/media/index.ts'
import { announces, type ShopSettings, seatOf, selectMerchantSettings } from '#src/modules/merchants/index.ts'
import { listOffered, type OfferedPayment } from '#src/modules/payment-methods/index.ts'
import { pricedIn, type ShippingMethodRow, selectShippingMethods, shippedTo } from '#src/modules/shipping/index.ts'
import { selectTaxNames } from '#src/modules/taxes/index.ts'
import { selectNow } from '#src/platform/db/statements/select-now.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from './dependencies.ts'

/** What a storefront shows of its shop. */
export interface Shop extends Pick<ShopSettings, 'image_ratio' | 'image_fit' | 'look'> {
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
  /** Active ones that go to whole countries, in their order. */
  shipping_methods: ShippingMethodRow[]
  payment_methods: OfferedPayment[]
  support_email: string | null
  withdrawal: boolean | null
  return_days: number | null
  policies: Partial<Record<PageKind, { slug: string; title: string }>>
  announcement: ShopSettings['announcement']
  /** Active ones; undefined: it sells everywhere in one language. */
  markets: Market[] | undefined
}

/** @throws AppError NOT_FOUND */
export async function readShop(
  deps: Dependencies,
  writer: string,
  merchantId: string,
  reader: KeptMarket,
): Promise<Shop> {
  const { reads, shop, paymentProviders, merchants } = deps
  return reads.run(writer, shop(merchantId), async (db) => {
    const found = await selectMerchantSettings(db, merchantId)
    if (found === undefined) throw notFound('shop')
    const { merchant, settings, pictures } = found
    const own = settings.currency ?? merchant.currency
    const currency = reader.currency ?? own
    const methods = await selectShippingMethods(db, merchantId, reader)
    const markets = merchants.hasMarkets(merchantId) ? await marketsOf(db, merchantId) : undefined
    return {
      id: merchant.id,
      slug: merchant.slug ?? merchant.id,
      name: merchant.name,
      logo: pictures?.[0] ?? null,
      locales: markets?.find(({ own }) => own)?.locales ?? [settings.locale],
      markets,
      currency,
      country: seatOf(settings),
      prices_include_tax: settings.prices_include_tax,
      tax_names: await selectTaxNames(db, merchantId),
      countries: shippedTo(methods, settings.shipping_required),
      shipping_methods: toWholeCountries(pricedIn(methods, currency, own)),
      payment_methods: await listOffered(db, paymentProviders, merchantId, { currency, ownCurrency: own }, reader),
      support_email: settings.support_email,
      withdrawal: settings.withdrawal,
      return_days: settings.return_days,
      policies: await policiesOf(db, merchantId),
      announcement: await announcementOf(db, settings),
      image_ratio: settings.image_ratio,
      image_fit: settings.image_fit,
      look: settings.look,
    }
  })
}

/** What others cost depends on the place of the address. */
function toWholeCountries(methods: readonly ShippingMethodRow[]): ShippingMethodRow[] {
  return methods
    .filter(({ regions, postal_codes }) => regions === null && postal_codes === null)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
}

async function policiesOf(db: Executor, merchantId: string): Promise<Shop['policies']> {
  const pages = new Map((await selectPolicies(db, merchantId)).map(({ kind, ...page }) => [kind, page]))
  return Object.fromEntries(pageKinds.flatMap((kind) => (pages.has(kind) ? [[kind, pages.get(kind)]] : [])))
}

async function marketsOf(db: Executor, merchantId: string): Promise<Shop['markets']> {
  const { markets } = await selectMarkets(db, merchantId)
  return markets.length === 0 ? undefined : markets.filter(({ active }) => active)
}

/** Only while it holds, by the clock of the database. */
async function announcementOf(db: Executor, { announcement }: ShopSettings): Promise<Shop['announcement']> {
  return announcement !== null && announces(announcement, await selectNow(db)) ? announcement : null
}
