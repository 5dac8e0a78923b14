import { type Static, Type } from 'typebox'
import { Picture, presentPictures } from '#src/modules/media/index.ts'
import { body, line, Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { currencyDecimals } from '#src/platform/lib/money.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import { AnnouncementChange, AnnouncementSchema } from './announcement.ts'
import { maxCarriers } from './carriers.ts'
import type { SettingsRow } from './change-settings.ts'
import { Invoices, InvoicesChange, presentInvoices } from './invoice-schemas.ts'
import { LookChange, LookSchema, presentLook } from './look.ts'
import { mailFields } from './mail-schemas.ts'
import { presentMail } from './mail-settings.ts'
import { maxNextOrderNumber, maxOrderDigits } from './order-number.ts'
import { pictureLook } from './picture-look.ts'
import { defaultOrderLimits, maxOrderLimits, minHoldSeconds } from './rules.ts'

const limit = (name: keyof typeof defaultOrderLimits, description: string, minimum = 1) =>
  Type.Integer({
    minimum,
    maximum: maxOrderLimits[name],
    description: `${description} ${defaultOrderLimits[name]} unless set.`,
    examples: [defaultOrderLimits[name]],
  })

const limits = {
  max_open_orders_per_user: limit('max_open_orders_per_user', 'Orders of a user that are neither paid nor cancelled.'),
  max_quantity_per_line: limit('max_quantity_per_line', 'Units of one product in an order.'),
  max_unpaid_units_per_address: limit(
    'max_unpaid_units_per_address',
    'Units that unpaid orders of one client address hold, of guests and of accounts younger than a day.',
  ),
  hold_unpaid_seconds: limit(
    'hold_unpaid_seconds',
    'An unpaid order older than this, of which no payment was begun, is cancelled when others want its units.',
    minHoldSeconds,
  ),
}

const guestLimits = {
  max_open_orders: limit('guest_max_open_orders', 'Orders of a guest that are neither paid nor cancelled.'),
  max_quantity_per_line: limit('guest_max_quantity_per_line', 'Units of one product in an order of a guest.'),
}

const requireTwoFactor = Type.Boolean({
  description: 'Staff without a second factor can only set one up. Changing it takes `staff.write` as well.',
})

const supportEmail = Nullable(
  line({ max: 254, description: 'Address for replies to the shop’s mails.', examples: ['help@example.com'] }),
)

const terms = {
  prices_include_tax: Type.Boolean({ description: 'True: tax is part of the prices. False: it is added to them.' }),
  shipping_tax: Type.Unsafe<'goods' | 'class'>(
    Type.String({
      enum: ['goods', 'class'],
      description:
        'Whether shipping is taxed as the goods of the order, split by what these are without tax, or by the rows of ' +
        'the class `shipping`. Until a shop sets it, such rows count where the table has them.',
    }),
  ),
  vat_number: Nullable(
    line({
      max: 30,
      description:
        'The shop’s own. With one of a member state of the EU, buyers with a VAT number of another one owe the tax ' +
        'of goods that go to another member state, and of services and downloads.',
      examples: ['FR40303265045'],
    }),
  ),
  shipping_required: Type.Boolean({
    description: 'Whether an order with something to ship needs an address and a shipping method.',
  }),
  timezone: line({
    max: 64,
    description: 'IANA name of the time zone of the shop’s days.',
    examples: ['Europe/London'],
  }),
}

const returns = {
  withdrawal: Nullable(
    Type.Boolean({
      description:
        'Whether consumers may withdraw within 14 days of delivery (Directive 2011/83/EU). null: for orders to ' +
        'countries of the EU.',
    }),
  ),
  return_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Days after delivery in which customers may ask for a return; null: the shop offers none.',
      examples: [14],
    }),
  ),
  delivery_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'Days from sending to delivery, where a fulfilment has no `delivered_at`.',
    examples: [7],
  }),
}

/** URL of a shop's pages. */
export const StorefrontUrl = Nullable(
  Type.String({
    maxLength: 500,
    pattern: `^https?://${textCharacter('\\s?#@')}+$`,
    description: 'URL of the shop’s own pages; links to products begin with it.',
    examples: ['https://shop.example.com'],
  }),
)

const slug = line({
  max: 255,
  description: 'Name of the shop in addresses, of all shops its alone: lower-case words separated by hyphens.',
  examples: ['demo-shop'],
})

const locale = line({
  max: 35,
  description:
    'Language of the shop’s texts, of BCP 47. Mails and papers are in it where it is English, German, French, ' +
    'Spanish, Polish or Japanese, else in English. An order with a `locale` has them in its own.',
  examples: ['en-GB', 'de-CH'],
})

const carrier = named(
  'Carrier',
  Type.Object(
    {
      name: line({ max: 100, examples: ['Royal Mail'] }),
      tracking_pattern: Type.String({
        maxLength: 1_000,
        pattern: `^https://${textCharacter('\\s')}+$`,
        description: 'The https address where a parcel can be followed, with `{tracking_number}` in its place.',
        examples: ['https://www.royalmail.com/track-your-item#/tracking-results/{tracking_number}'],
      }),
    },
    { additionalProperties: false },
  ),
)

const carriers = Type.Array(carrier, {
  maxItems: maxCarriers,
  description:
    'Who carries the parcels. A fulfilment that names one of them and a number gets its `tracking_url` from it.',
})

const orderNumber = {
  prefix: Type.String({
    maxLength: 20,
    pattern: '^[A-Za-z0-9./_-]*$',
    description:
      'Before the number: letters, digits, `-`, `.`, `/` and `_`, but no digit at the end. Empty unless set.',
    examples: ['A-'],
  }),
  next: Type.Integer({
    minimum: 1,
    maximum: maxNextOrderNumber,
    description: 'The number of the next order. It never goes back below those that were given. 1 unless set.',
    examples: [1001],
  }),
  digits: Type.Integer({
    minimum: 1,
    maximum: maxOrderDigits,
    description: 'Shorter numbers get zeros in front. 1 unless set.',
    examples: [5],
  }),
}

const orderNumberText =
  'Numbers of orders that count up, such as A-1001. Some may be missing, none comes twice. null: a day and letters, ' +
  'such as 261121-7K3M9Q.'

export const MerchantSettings = named(
  'MerchantSettings',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Demo Shop'] }),
    slug,
    locale,
    logo: Nullable(Picture),
    currency: Type.String({ examples: ['GBP'] }),
    currency_digits: Type.Integer({ description: 'Decimals of amounts in `currency`, by ISO 4217.', examples: [2] }),
    order_limits: named(
      'OrderLimits',
      Type.Object({ ...limits, guest: named('GuestOrderLimits', Type.Object(guestLimits)) }),
    ),
    require_two_factor: requireTwoFactor,
    support_email: supportEmail,
    ...terms,
    carriers,
    storefront_url: StorefrontUrl,
    order_number: Nullable(named('OrderNumberForm', Type.Object(orderNumber, { description: orderNumberText }))),
    invoices: Nullable(Invoices),
    ...returns,
    announcement: Nullable(AnnouncementSchema),
    ...pictureLook,
    look: LookSchema,
    mail: named('MailSettings', Type.Object(mailFields)),
  }),
)

const GuestOrderLimitsChange = named(
  'GuestOrderLimitsChange',
  Type.Partial(Type.Object(guestLimits), { additionalProperties: false }),
)

export const MerchantSettingsChange = body('MerchantSettingsChange', {
  name: Type.Optional(line({ max: 200, examples: ['Demo Shop'] })),
  slug: Type.Optional(slug),
  locale: Type.Optional(locale),
  logo: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'Id of a picture of `/admin/media`.' }))),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'Of ISO 4217; until there is an order. Prices keep their numbers; 400 if one has too many decimals for it.',
      examples: ['GBP'],
    }),
  ),
  order_limits: Type.Optional(
    named(
      'OrderLimitsChange',
      Type.Object(
        { ...Type.Partial(Type.Object(limits)).properties, guest: Type.Optional(GuestOrderLimitsChange) },
        { additionalProperties: false },
      ),
    ),
  ),
  require_two_factor: Type.Optional(requireTwoFactor),
  support_email: Type.Optional(supportEmail),
  ...Type.Partial(Type.Object(terms)).properties,
  carriers: Type.Optional(carriers),
  storefront_url: Type.Optional(StorefrontUrl),
  order_number: Type.Optional(
    Nullable(
      named(
        'OrderNumberFormChange',
        Type.Object(Type.Partial(Type.Object(orderNumber)).properties, {
          additionalProperties: false,
          description: orderNumberText,
        }),
      ),
    ),
  ),
  invoices: Type.Optional(Nullable(InvoicesChange)),
  ...Type.Partial(Type.Object({ ...returns, ...pictureLook })).properties,
  announcement: Type.Optional(Nullable(AnnouncementChange)),
  look: Type.Optional(LookChange),
  mail: Type.Optional(
    named('MailSettingsChange', Type.Partial(Type.Object(mailFields), { additionalProperties: false })),
  ),
})

export function presentSettings(row: SettingsRow): Static<typeof MerchantSettings> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug ?? row.id,
    locale: row.locale,
    logo: presentPictures(row.pictures)[0] ?? null,
    currency: row.currency,
    currency_digits: currencyDecimals(row.currency),
    order_limits: {
      max_open_orders_per_user: row.max_open_orders_per_user,
      max_quantity_per_line: row.max_quantity_per_line,
      max_unpaid_units_per_address: row.max_unpaid_units_per_address,
      hold_unpaid_seconds: row.hold_unpaid_seconds,
      guest: {
        max_open_orders: row.guest_max_open_orders,
        max_quantity_per_line: row.guest_max_quantity_per_line,
      },
    },
    require_two_factor: row.require_two_factor,
    support_email: row.support_email,
    prices_include_tax: row.prices_include_tax,
    shipping_tax: row.shipping_tax ?? 'goods',
    vat_number: row.vat_number,
    shipping_required: row.shipping_required,
    timezone: row.timezone,
    carriers: row.carriers.map(({ name, tracking_pattern }) => ({ name, tracking_pattern })),
    storefront_url: row.storefront_url,
    order_number: row.order_number && presentOrderNumber(row.order_number),
    invoices: row.invoices && presentInvoices(row.invoices),
    withdrawal: row.withdrawal,
    return_days: row.return_days,
    delivery_days: row.delivery_days,
    announcement: row.announcement,
    image_ratio: row.image_ratio,
    image_fit: row.image_fit,
    look: presentLook(row.look),
    mail: presentMail(row),
  }
}

function presentOrderNumber({ prefix, next, digits }: NonNullable<SettingsRow['order_number']>) {
  return { prefix, next, digits }
}
