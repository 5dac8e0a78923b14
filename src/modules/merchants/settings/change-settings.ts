import type { PictureRow } from '#src/modules/media/index.ts'
import { type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { domainFault, isEmail } from '#src/platform/lib/email.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { isCurrency } from '#src/platform/lib/money.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { noStorefrontAddress, storefrontAddress } from '#src/platform/lib/storefront-address.ts'
import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'
import { type AnnouncementInput, announcementFault, readAnnouncement } from './announcement.ts'
import { carrierFaults, tidyCarriers } from './carriers.ts'
import { type CurrencyDependencies, changeCurrency } from './change-currency.ts'
import { selectLastNumbers } from './invoice-queries.ts'
import { changedInvoices, type InvoiceSettingsInput } from './invoice-settings.ts'
import { changedLook, type LookInput, lookFault } from './look.ts'
import { footerFault, type MailSettings, mailColumns } from './mail-settings.ts'
import { changedOrderNumber, type OrderNumberForm, type OrderNumberInput } from './order-number.ts'
import { lockOrderNumbers, replaceOrderNumbers } from './order-number-queries.ts'
import {
  lockSettings,
  type NamedMerchant,
  selectMerchantSettings,
  selectNamedMerchant,
  updateName,
  updateSettings,
  updateSlug,
} from './queries.ts'
import { isTimezone, type OrderLimits, type ShopSettings } from './rules.ts'

/** Takes a picture into use. @throws AppError VALIDATION_ERROR if the shop has no such picture */
export type UseLogo = (transaction: Transaction, merchantId: string, pictureId: string) => Promise<void>

/** The form of `order_limits` in requests: limits of guests are a separate part. */
interface OrderLimitsInput extends Partial<Omit<OrderLimits, `guest_${string}`>> {
  guest?: { max_open_orders?: number; max_quantity_per_line?: number }
}

export interface SettingsInput
  extends Partial<
    Omit<
      ShopSettings,
      | 'announcement'
      | 'currency'
      | 'invoices'
      | 'look'
      | 'order_number'
      | keyof OrderLimits
      | (keyof ShopSettings & `mail_${string}`)
    >
  > {
  name?: string
  slug?: string
  currency?: string
  order_limits?: OrderLimitsInput
  mail?: Partial<MailSettings>
  invoices?: InvoiceSettingsInput | null
  announcement?: AnnouncementInput | null
  look?: LookInput
  order_number?: OrderNumberInput | null
}

export type SettingsRow = NamedMerchant & Omit<ShopSettings, 'currency'> & { pictures: PictureRow[] | null }

/**
 * Changes a merchant's settings, with an audit entry; `order_limits` and `mail` field by field.
 * @throws AppError VALIDATION_ERROR, CONFLICT if the currency cannot change any more; then nothing is changed
 */
export async function changeSettings(
  deps: CurrencyDependencies & { useLogo: UseLogo; invoiceSenders: readonly { name: string }[] },
  staff: Staff,
  { order_limits, mail, name, slug, currency, invoices, order_number, announcement, look, ...input }: SettingsInput,
): Promise<SettingsRow> {
  const faults = faultsOf({
    ...input,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(currency !== undefined && { currency }),
    ...(announcement !== undefined && { announcement }),
    ...(look && { look }),
  })
  if (faults.length > 0) throw invalid(...faults)
  const { merchantId } = staff
  const given = {
    ...input,
    ...vatColumn(input),
    ...(input.carriers && { carriers: tidyCarriers(input.carriers) }),
    ...(input.storefront_url && { storefront_url: storefrontAddress(input.storefront_url) ?? null }),
    ...(input.logo && { logo: input.logo.toLowerCase() }),
    ...(input.locale && { locale: readLocale(input.locale) ?? input.locale }),
    ...limitColumns(order_limits),
    ...mailColumns(mail),
    ...(announcement !== undefined && { announcement: announcement && readAnnouncement(announcement) }),
  }
  await inTransaction(deps.shop(merchantId), async (transaction) => {
    if (currency !== undefined) await changeCurrency(transaction, deps, staff, currency)
    const before = await lockSettings(transaction, merchantId)
    const fault = footerFault({ ...before, ...given })
    if (fault !== undefined && given.mail_footer) throw invalid(fault)
    const senders = deps.invoiceSenders.map((sender) => sender.name)
    const last = invoices && (await selectLastNumbers(transaction, merchantId))
    const settings: Partial<ShopSettings> = {
      ...given,
      ...(order_number !== undefined && {
        order_number: order_number && (await numberOrders(transaction, merchantId, before.order_number, order_number)),
      }),
      ...(look && { look: changedLook(before.look, look) }),
      ...(invoices === null && { invoices }),
      ...(invoices && last && { invoices: changedInvoices(before.invoices, invoices, last, senders) }),
    }
    const { logo } = settings
    if (logo && logo !== before.logo) await deps.useLogo(transaction, merchantId, logo)
    await updateSettings(transaction, merchantId, settings)
    const { timezone } = settings
    if (timezone !== undefined) onCommit(transaction, () => deps.merchants.change(merchantId, { timezone }))
    const changes = {
      ...changesOf({ ...before }, { ...before, ...settings }),
      ...(name !== undefined && (await rename(transaction, merchantId, name.trim()))),
      ...(slug !== undefined && (await changeSlug(transaction, merchantId, slug))),
    }
    if (Object.keys(changes).length === 0) return
    await recordAudit(transaction, staff, [{ action: 'settings.updated', targetId: merchantId, changes }])
  })
  return readSettings(deps.shop(merchantId), merchantId)
}

/** @throws AppError VALIDATION_ERROR */
async function numberOrders(
  transaction: Transaction,
  merchantId: string,
  before: OrderNumberForm | null,
  input: OrderNumberInput,
): Promise<OrderNumberForm> {
  const free = await lockOrderNumbers(transaction, merchantId)
  const after = changedOrderNumber(before, input, free)
  if (after.next !== free) await replaceOrderNumbers(transaction, merchantId, after.next)
  return after
}

async function rename(transaction: Transaction, merchantId: string, name: string): Promise<AuditChanges> {
  const before = await selectNamedMerchant(transaction, merchantId, { lock: true })
  if (before === undefined) throw notFound('merchant')
  await updateName(transaction, merchantId, name)
  return changesOf({ name: before.name }, { name })
}

async function changeSlug(transaction: Transaction, merchantId: string, slug: string): Promise<AuditChanges> {
  const before = await selectNamedMerchant(transaction, merchantId, { lock: true })
  if (before === undefined) throw notFound('merchant')
  if (!(await updateSlug(transaction, merchantId, slug))) {
    throw new AppError('CONFLICT', `another shop has the slug ${slug}`, { details: { field: 'slug', slug } })
  }
  return changesOf({ slug: before.slug }, { slug })
}

/** The stored form: in capitals, without blanks. */
function vatColumn({ vat_number: text }: SettingsInput): Partial<ShopSettings> {
  return typeof text === 'string' ? { vat_number: readVatNumber(text)?.number ?? null } : {}
}

function faultsOf(input: SettingsInput): FieldFault[] {
  const { name, slug, locale, currency, support_email, timezone, vat_number, storefront_url, carriers = [] } = input
  const faults: FieldFault[] = []
  if (currency !== undefined && !isCurrency(currency))
    faults.push({ field: 'currency', message: 'must be a currency code of ISO 4217' })
  if (name?.trim() === '') faults.push({ field: 'name', message: 'must not be blank' })
  if (slug !== undefined && !isSlug(slug)) faults.push({ field: 'slug', message: slugFault(slug) })
  if (locale !== undefined && readLocale(locale) === undefined)
    faults.push({ field: 'locale', message: 'must be a language of BCP 47, such as en-GB' })
  if (typeof support_email === 'string' && !isEmail(support_email))
    faults.push({ field: 'support_email', message: domainFault(support_email) ?? 'must be an e-mail address' })
  if (typeof vat_number === 'string' && readVatNumber(vat_number) === undefined)
    faults.push({ field: 'vat_number', message: 'must be a VAT number with its country, such as FR40303265045' })
  if (timezone !== undefined && !isTimezone(timezone))
    faults.push({ field: 'timezone', message: 'must be a time zone of IANA, such as Europe/London' })
  if (typeof storefront_url === 'string' && storefrontAddress(storefront_url) === undefined)
    faults.push({ field: 'storefront_url', message: noStorefrontAddress })
  const announced = input.announcement ? announcementFault(input.announcement) : undefined
  const unreadable = input.look && lookFault(input.look)
  return [...faults, ...carrierFaults(carriers), ...[announced, unreadable].filter((fault) => fault !== undefined)]
}

/** Also with accents: so are those that the upgrade has made of names. */
function isSlug(text: string): boolean {
  const words = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u
  return words.test(text) && text === text.normalize('NFC').toLowerCase() && !isUuid(text)
}

const slugFault = (text: string) =>
  `must be lower-case words separated by hyphens, such as ${slugOf(text) || 'my-shop'}`

function limitColumns({ guest = {}, ...limits }: OrderLimitsInput = {}): Partial<OrderLimits> {
  const { max_open_orders: orders, max_quantity_per_line: quantity } = guest
  return {
    ...limits,
    ...(orders !== undefined && { guest_max_open_orders: orders }),
    ...(quantity !== undefined && { guest_max_quantity_per_line: quantity }),
  }
}

/** A merchant with its settings. @throws AppError NOT_FOUND */
export async function readSettings(db: Executor, merchantId: string): Promise<SettingsRow> {
  const found = await selectMerchantSettings(db, merchantId)
  if (found === undefined) throw notFound('merchant')
  const { merchant, settings, pictures } = found
  return { ...merchant, ...settings, pictures, currency: settings.currency ?? merchant.currency }
}
