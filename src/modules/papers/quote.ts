import { blankInvoices, type ShopSettings } from '#src/modules/merchants/index.ts'
import { customerOfDraft, type DraftRow, rowOfDraft } from '#src/modules/orders/index.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import type { Dependencies } from './dependencies.ts'
import { invoiceOfUnits } from './from-order.ts'
import type { FrozenInvoice } from './invoice.ts'
import { forOrdersIn } from './invoiced-settings.ts'
import { allUnits, noUnits } from './order-parts.ts'
import { withOwnWords } from './paper-texts.ts'
import { listedCharacters } from './read-invoice.ts'
import { readLogo } from './read-logo.ts'

interface QuotingShop {
  merchant: { id: string; name: string; timezone: string; currency: string }
  settings: Pick<ShopSettings, 'invoices' | 'support_email' | 'vat_number' | 'locale'>
}

/**
 * The PDF of a draft's quote, made anew each time: a quote has no number of its own, and is not kept. Call it
 * `inTextsOf` the shop.
 * @throws LatePaper, AppError CONFLICT if no font has some of its characters
 */
export async function quotePdf(
  deps: Pick<Dependencies, 'shop' | 'paperRenderer' | 'blobs' | 'logger'>,
  shop: QuotingShop,
  draft: DraftRow,
): Promise<Buffer> {
  const id = `${draft.id}:${draft.version}`
  const merchantId = shop.merchant.id
  const data = withOwnWords(quoteOf(shop, draft))
  const logo = await readLogo(deps, merchantId)
  const { pdf, missing } = await deps.paperRenderer.render({ merchant_id: merchantId, id, data, logo })
  if (pdf === null)
    throw new AppError(
      'CONFLICT',
      `this quote has no PDF: the fonts of this service do not have ${listedCharacters(missing ?? '')}`,
    )
  return Buffer.from(pdf)
}

/** A draft in the terms of invoices. What a shop without `invoices` has not said is left out. */
export function quoteOf({ merchant, settings }: QuotingShop, draft: DraftRow): FrozenInvoice {
  const row = rowOfDraft(draft)
  // Gift cards are no supply, so no invoice has them. A quote says all that it costs.
  const items = row.items.map((item) => ({ ...item, voucher: null }))
  const order = { ...row, items, voucher_minor: null, payment_terms: null }
  const { invoices } = settings
  const said = invoices ?? { ...blankInvoices, seller_name: merchant.name }
  const paper = invoiceOfUnits(
    {
      order,
      account: customerOfDraft(draft),
      payments: [],
      settings: forOrdersIn(order.currency, merchant.currency, { ...said, notes: null }),
      sellerEmail: settings.support_email,
      shopVatNumber: settings.vat_number,
      timezone: merchant.timezone,
      locale: writtenLocale(order.locale ?? settings.locale),
      number: order.order_number,
      issuedAt: draft.updated_at,
    },
    [noUnits(order), allUnits(order)],
    { supplied: draft.updated_at },
  )
  const hasAddress = (order.billing_address ?? order.shipping_address) !== null
  return {
    ...paper,
    type_code: 310,
    valid_until: draft.valid_until && dayOf(draft.valid_until.getTime(), merchant.timezone),
    seller: { ...paper.seller, address: invoices === null ? null : paper.seller.address },
    buyer: { ...paper.buyer, address: hasAddress ? paper.buyer.address : null },
    // Nothing is said of taxes that the shop has not set.
    taxes: order.tax_lines?.length ? paper.taxes.filter(({ category }) => category !== 'E' || said.exemption) : [],
    has_en16931: false,
  }
}
