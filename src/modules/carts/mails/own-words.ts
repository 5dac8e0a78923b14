import type { MailValues, MailVariable } from '#src/modules/mails/index.ts'
import { selectMerchantSettings } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { languageOf, writtenLocale } from '#src/platform/lib/languages.ts'
import { currencyDecimals } from '#src/platform/lib/money.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import { publicUrl, type ShopMail } from '#src/platform/mail/index.ts'
import { type CartShop, writeCartMail } from './letter.ts'

/** Undefined if there is no such shop. */
export async function selectCartShop(
  db: Executor,
  merchantId: string,
): Promise<(CartShop & { currency: string; hours: number | null }) | undefined> {
  const found = await selectMerchantSettings(db, merchantId)
  if (found === undefined) return undefined
  const { merchant, settings } = found
  return {
    name: merchant.name,
    locale: writtenLocale(settings.locale),
    support_email: settings.support_email,
    storefront_url: settings.storefront_url,
    currency: settings.currency ?? merchant.currency,
    hours: settings.mail_abandoned_cart_hours,
  }
}

export function cartValues(shop: Pick<CartShop, 'name'>, customerName: string | null): MailValues {
  return { 'shop.name': shop.name, 'customer.name': customerName }
}

/** As the shop can put it into its own words. */
export const cartMail: ShopMail = {
  kind: 'abandoned_cart',
  name: 'Abandoned cart',
  variables: ['shop.name', 'customer.name'] satisfies readonly MailVariable[],
  ofOrder: false,
  async draft({ db, config }, { merchantId, language }) {
    const found = await selectCartShop(db, merchantId)
    if (found === undefined) throw notFound('shop')
    const isOther = language !== undefined && languageOf(found.locale) !== language
    const shop = { ...found, ...(isOther && { locale: language }) }
    const { currency } = shop
    const { product: name, customer } = textsIn('sample', languageOf(shop.locale))
    const lines = [{ quantity: 2, name, price_minor: 24 * 10 ** currencyDecimals(currency) }]
    // Leads to nobody's consent.
    const url = `${publicUrl(config)}/unsubscribe/preview`
    return { shop, document: writeCartMail({ lines, currency }, shop, url), values: cartValues(shop, customer) }
  },
}
