import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Language, languageOf, writtenLocale } from '#src/platform/lib/languages.ts'
import type { LinkConfig, ShopMail } from '#src/platform/mail/index.ts'
import { orderLink } from '../return/order-token.ts'
import { mailShopOf, selectOrderToMail, selectShopToMail } from './mail-queries.ts'
import type { MailOrder, MailShop } from './order-data.ts'
import { sampleMailOrder } from './sample-mail-order.ts'

type Row = NonNullable<Awaited<ReturnType<typeof selectOrderToMail>>>

/** What a draft of a mail is about. */
interface DraftSubject {
  shop: MailShop
  order: MailOrder
  /** The same, if it is an order of the shop and no sample. */
  row: Row | undefined
  /** Leads to the page of no order: staff who may see a mail are not given the customer's link. */
  url: string
}

/** @throws AppError NOT_FOUND */
export async function draftSubject(
  { db, config }: { db: Executor; config: LinkConfig },
  { merchantId, orderId, language }: Parameters<ShopMail['draft']>[1],
): Promise<DraftSubject> {
  const row = orderId === undefined ? undefined : await selectOrderToMail(db, merchantId, orderId)
  if (orderId !== undefined && (row === undefined || row.is_erased)) throw notFound('order')
  const found = await selectShopToMail(db, merchantId)
  if (found === undefined) throw notFound('shop')
  const own = row === undefined ? { ...found, locale: writtenLocale(found.locale) } : mailShopOf(row)
  const shop = { ...own, locale: inLanguage(own.locale, language) }
  const order = row ?? sampleMailOrder(found, languageOf(shop.locale))
  return { shop, order, row, url: orderLink(config, found.storefront_url, 'preview') }
}

/** The shop's own locale, or that of another language. */
function inLanguage(locale: string, language: Language | undefined): string {
  return language === undefined || languageOf(locale) === language ? locale : language
}
