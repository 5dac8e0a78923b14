import { Type } from 'typebox'
import { firstPicture, MediaIds, presentPictures } from '#src/modules/media/index.ts'
import { standardClass, TaxClass } from '#src/modules/taxes/index.ts'
import { line, Nullable, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { percentBelow, toCommonScale, toMajor } from '#src/platform/lib/money.ts'
import { htmlFault } from '#src/platform/rich-text/index.ts'
import { descriptionFault, shownHtml, writtenHtml } from './descriptions.ts'
import type { Field } from './field.ts'
import * as schemas from './field-schemas.ts'
import { isGtin } from './gtin.ts'
import {
  OtherPricesInput,
  otherPricesFault,
  presentOtherPrices,
  ShownOtherPrices,
  wordsOfOtherPrices,
  writtenOtherPrices,
} from './other-prices.ts'
import { reducedFrom } from './reduction-rules.ts'
import { majorOf, minorOf, priceFault, publicOf, slugFault, writtenSeo } from './single-values.ts'
import { statuses } from './statuses.ts'
import { type Voucher, vouchers } from './vouchers.ts'
import { withdrawals } from './withdrawals.ts'

/**
 * Every field of a product, declared once, in the order of answers. Columns of statements, bodies, answers, events,
 * columns of files, the audit log and the version follow from it.
 */
export const fields = {
  id: { columns: ['id'], shown: Uuid },
  merchant_id: { columns: ['merchant_id'], shown: Type.String({ format: 'uuid' }) },
  sku: {
    columns: ['sku'],
    shown: Type.String({ examples: ['85123A'] }),
    input: schemas.Sku,
    required: true,
    cell: 'text',
  },
  name: {
    columns: ['name'],
    shown: Type.String({ examples: ['White Hanging Heart T-Light Holder'] }),
    input: schemas.ProductName,
    required: true,
    cell: 'text',
    ofGroup: true,
  },
  description: {
    columns: ['description'],
    shown: Nullable(Type.String()),
    input: schemas.Description,
    fault: descriptionFault,
    write: (text: string | null) => ({ description: text || null }),
    cell: 'text',
    ofGroup: true,
  },
  // Written with its text. A text that is written alone leaves it to a trigger (products.sql), which knows whether the
  // text has changed.
  description_html: {
    columns: ['description_html'],
    shown: schemas.ShownHtml,
    present: (row) => shownHtml(row),
    audited: (row) => (row.group_id === null ? row.description_html : null),
    detail: true,
    input: schemas.DescriptionHtml,
    fault: (html: string | null) => (html ? htmlFault(html) : undefined),
    write: writtenHtml,
    cell: 'text',
    ofGroup: true,
  },
  category: {
    columns: ['category'],
    shown: Nullable(Type.String({ examples: ['Candles & Lighting'] })),
    input: schemas.CategoryName,
    cell: 'text',
    ofGroup: true,
  },
  price: {
    columns: ['price_minor', 'price_common'],
    shown: Type.Number({ description: 'In major units of `currency`.', examples: [2.55] }),
    present: (row) => toMajor(row.price_minor, row.currency),
    input: schemas.Price,
    required: true,
    fault: priceFault,
    write: (price: number, money) => {
      const price_minor = minorOf(price, money)
      return { price_minor, price_common: toCommonScale(price_minor, money.currency) }
    },
    cell: 'decimal',
  },
  currency: { columns: ['currency'], shown: Type.String({ examples: ['GBP'] }), counted: true },
  status: {
    columns: ['status'],
    shown: Type.String({ enum: [...statuses] }),
    input: schemas.Status,
    initial: 'active',
    cell: 'text',
  },
  // Written through `readPictureFields`, which knows the other one.
  image_url: {
    columns: ['image_url'],
    shown: Nullable(
      Type.String({
        description: '`url` of the first of `media` that is no video; without any, the address that was set.',
      }),
    ),
    present: (row) => {
      const first = firstPicture(row.pictures)
      return presentPictures(first ? [first] : null)[0]?.url ?? row.image_url
    },
    audited: (row) => row.image_url,
    input: schemas.ImageUrl,
    cell: 'text',
  },
  media: {
    columns: ['media'],
    shown: schemas.ProductPictures,
    present: ({ media, pictures }) =>
      presentPictures(pictures).map((picture) => ({ ...picture, of_group: !media.includes(picture.id) })),
    audited: (row) => row.media,
    input: MediaIds,
    initial: [],
    write: (ids: string[] | null) => ({ media: ids ?? [] }),
  },
  // Belongs to the stock; declared here for its column in files.
  on_hand: { columns: [], input: schemas.OnHand, cell: 'integer' },
  requires_shipping: {
    columns: ['requires_shipping'],
    shown: Type.Boolean({ description: 'False for a product that is not sent, such as a gift card.' }),
    present: (row) => row.requires_shipping && !row.gift_card,
    input: schemas.RequiresShipping,
    initial: true,
    cell: 'boolean',
  },
  weight_grams: {
    columns: ['weight_grams'],
    shown: Nullable(Type.Integer({ description: 'Weight with packing; null counts as 0.', examples: [350] })),
    input: schemas.WeightGrams,
    cell: 'integer',
  },
  tax_class: {
    columns: ['tax_class'],
    shown: Type.String({ description: 'Tax class, which selects among the shop’s tax rates.', examples: ['standard'] }),
    input: TaxClass,
    initial: standardClass,
    cell: 'text',
  },
  withdrawal: {
    columns: ['withdrawal'],
    shown: Type.String({ enum: [...withdrawals], description: 'Whether consumers may withdraw, or why not.' }),
    input: schemas.Withdrawal,
    initial: 'allowed',
    cell: 'text',
  },
  gift_card: {
    columns: ['gift_card'],
    shown: Type.Boolean({ description: 'Its units are gift cards, issued when their order is paid.' }),
    input: schemas.GiftCardProduct,
    initial: false,
    cell: 'boolean',
  },
  voucher: {
    columns: ['voucher'],
    shown: Type.String({ enum: [...vouchers], description: 'Of a gift card: how it is taxed.' }),
    input: schemas.VoucherKind,
    initial: 'multi',
    write: (voucher: Voucher) => ({ voucher, ...(voucher === 'multi' && { voucher_country: null }) }),
    cell: 'text',
  },
  voucher_country: {
    columns: ['voucher_country'],
    shown: Nullable(Type.String({ description: 'By whose rates a `single` voucher is taxed.', examples: ['DE'] })),
    input: schemas.VoucherCountry,
    fault: (country: string | null) => (country === null || isCountry(country) ? undefined : 'is not a country'),
    cell: 'text',
  },
  // Stands before fields whose keys a shop chooses: finished JSON is cut at the first key of this name.
  available: {
    columns: [],
    shown: Type.Integer({ description: 'Units that can be bought now: on hand and not reserved.' }),
    present: (row) => row.available,
  },
  brand: {
    columns: ['brand'],
    shown: Nullable(Type.String({ examples: ['Regency'] })),
    input: Nullable(line({ max: 100, examples: ['Regency'] })),
    cell: 'text',
    ofGroup: true,
  },
  gtin: {
    columns: ['gtin'],
    shown: Nullable(Type.String({ examples: ['4006381333931'] })),
    input: schemas.Gtin,
    fault: (gtin: string | null) => (gtin === null || isGtin(gtin) ? undefined : 'has a wrong check digit'),
    cell: 'text',
  },
  tags: {
    columns: ['tags'],
    shown: Type.Array(Type.String({ examples: ['sale'] })),
    input: schemas.Tags,
    initial: [],
    write: (tags: string[] | null) => ({ tags: [...new Set(tags)] }),
    cell: 'list',
    ofGroup: true,
  },
  compare_at_price: {
    columns: ['compare_at_minor'],
    shown: Nullable(Type.Number({ description: 'The usual price, which is above `price`.', examples: [3.95] })),
    present: (row) => majorOf(row.compare_at_minor, row),
    input: schemas.CompareAtPrice,
    fault: priceFault,
    write: (price: number | null, money) => ({ compare_at_minor: price === null ? null : minorOf(price, money) }),
    cell: 'decimal',
  },
  unit_cost: {
    columns: ['unit_cost_minor'],
    shown: Type.Optional(
      Type.Number({ description: 'Purchase cost of one unit, if it is set. Only staff sees it.', examples: [1.1] }),
    ),
    staffOnly: true,
    present: (row) => majorOf(row.unit_cost_minor, row),
    input: schemas.UnitCost,
    fault: priceFault,
    write: (cost: number | null, money) => ({ unit_cost_minor: cost === null ? null : minorOf(cost, money) }),
    cell: 'decimal',
  },
  prices: {
    columns: ['other_prices'],
    shown: ShownOtherPrices,
    staffOnly: true,
    present: (row) => presentOtherPrices(row.other_prices),
    audited: (row) => wordsOfOtherPrices(row.other_prices),
    input: OtherPricesInput,
    fault: otherPricesFault,
    write: writtenOtherPrices,
    initial: {},
  },
  lowest_price_30d: {
    columns: ['lowest_30d_minor'],
    shown: Nullable(
      Type.Number({ description: 'The lowest price of the 30 days before the reduction.', examples: [3.95] }),
    ),
    present: (row) => majorOf(reducedFrom(row), row),
    initial: null,
  },
  reduction: {
    columns: [],
    shown: Nullable(
      Type.Object(
        { from: Type.Number({ examples: [3.95] }), percent: Type.Integer({ examples: [35] }) },
        { description: 'The announced price reduction (Directive 98/6/EC article 6a).' },
      ),
    ),
    present: (row) => {
      const from = reducedFrom(row)
      return from === null ? null : { from: toMajor(from, row.currency), percent: percentBelow(row.price_minor, from) }
    },
  },
  seo: {
    columns: ['seo_title', 'seo_description'],
    shown: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
    present: (row) => ({ title: row.seo_title, description: row.seo_description }),
    input: schemas.Seo,
    write: writtenSeo,
    cell: 'text',
    parts: {
      seo_title: { key: 'title', input: schemas.SeoTitle },
      seo_description: { key: 'description', input: schemas.SeoDescription },
    },
    ofGroup: true,
  },
  unit_pricing: {
    columns: ['unit_pricing'],
    shown: schemas.UnitPricing,
    input: schemas.UnitPricing,
    cell: 'text',
    parts: {
      unit_pricing_measure: { key: 'measure', input: schemas.QuantityText },
      unit_pricing_base_measure: { key: 'base', input: schemas.QuantityText },
    },
    fault: (value: schemas.UnitPricingValue | null) =>
      value === null || schemas.areComparable(value.measure.unit, value.base.unit)
        ? undefined
        : 'must have units of one kind, such as ml and l',
  },
  metadata: {
    columns: ['metadata'],
    shown: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      examples: [{ public_care: 'Wash cold' }],
    }),
    present: (row, audience) => (audience === 'staff' ? row.metadata : publicOf(row.metadata)),
    input: schemas.Metadata,
    cell: 'json',
    initial: {},
    write: (metadata: Record<string, string> | null) => ({ metadata: metadata ?? {} }),
  },
  slug: {
    columns: ['slug'],
    shown: Type.String({ description: 'Name of the product in addresses.', examples: ['white-hanging-heart'] }),
    // Products from before slugs existed get theirs some time after the upgrade. Addresses accept both.
    present: (row) => row.slug ?? row.id,
    input: schemas.Slug,
    cell: 'text',
    fault: slugFault,
    ofGroup: true,
  },
  // Two more are copies of its group, for events and for what is sold.
  group_id: { columns: ['group_id', 'group_name', 'withheld'], shown: Nullable(Uuid), counted: true },
  options: {
    columns: ['options'],
    shown: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      examples: [{ Size: 'M' }],
    }),
    initial: {},
    counted: true,
  },
  position: {
    columns: ['position'],
    shown: Type.Integer({ description: 'Position in its group.' }),
    initial: 0,
    counted: true,
  },
  version: {
    columns: ['version'],
    shown: Type.Integer({
      description: 'Grows with each change of the product, not with `available`.',
      examples: [1],
    }),
  },
  created_at: { columns: ['created_at'], shown: Timestamp, present: (row) => row.created_at.toISOString() },
  updated_at: { columns: ['updated_at'], shown: Timestamp, present: (row) => row.updated_at.toISOString() },
} as const satisfies Record<string, Field>

export type Fields = typeof fields
export type FieldName = keyof Fields

/** All fields, without their individual types. */
export const allFields = Object.entries(fields) as [FieldName, Field][]
