import { type Static, Type } from 'typebox'
import { type PageKind, pageKinds } from '#src/modules/content/index.ts'
import { Picture, presentPictures } from '#src/modules/media/index.ts'
import { AnnouncementSchema, LookSchema, pictureLook, presentLook } from '#src/modules/merchants/index.ts'
import { PaymentMethods, presentOffered } from '#src/modules/payment-methods/index.ts'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'
import type { Shop } from './read-shop.ts'

const Policy = Type.Object({
  slug: Type.String({ examples: ['imprint'] }),
  title: Type.String({ examples: ['Imprint'] }),
})

const inMajor = (description: string, examples: number[]) => Type.Number({ minimum: 0, description, examples })
const weight = (description: string) => Nullable(Type.Integer({ description, examples: [2_000] }))

const ShippingPrice = Type.Object({
  name: Type.String({ examples: ['Royal Mail Tracked 48'] }),
  countries: Nullable(Type.Array(Type.String({ examples: ['GB'] }), { description: 'Null: every country.' })),
  price: inMajor('In major units of `currency`, with tax if `prices_include_tax`.', [3.99]),
  free_from: Nullable(inMajor('The subtotal from which it is free; null: never.', [50])),
  min_weight_grams: weight('Of all that is shipped, included; null: none.'),
  max_weight_grams: weight('Of all that is shipped, included; null: none.'),
})

export const PublicShop = named(
  'Shop',
  Type.Object({
    id: Uuid,
    slug: Type.String({ examples: ['demo-shop'] }),
    name: Type.String({ examples: ['Demo Shop'] }),
    logo: Nullable(Picture),
    locales: Type.Array(Type.String({ examples: ['en-GB'] }), {
      description: 'Languages of the shop’s texts, of BCP 47; the first is the default.',
    }),
    currency: Type.String({ examples: ['GBP'] }),
    currency_digits: Type.Integer({
      description:
        'Decimals of amounts in `currency`, by ISO 4217: HUF 2, JPY 0, KWD 3. Give them to what formats amounts: ' +
        'browsers and Node.js round some currencies to fewer.',
      examples: [2],
    }),
    country: Nullable(
      Type.String({
        description: 'Where the shop is: of its address on invoices, else of its VAT number.',
        examples: ['GB'],
      }),
    ),
    prices_include_tax: Type.Boolean(),
    tax_names: Type.Array(Type.String({ examples: ['VAT'] }), {
      description: 'What its taxes are called, the first 20 in the order of its table.',
    }),
    countries: Type.Array(Type.String({ examples: ['GB'] }), {
      description:
        'Where it ships to, at least in part: ISO 3166-1 alpha-2, or XK, in the order of the alphabet. All of them ' +
        'for a shop without shipping methods that asks for none.',
    }),
    shipping_methods: Type.Array(ShippingPrice, {
      description:
        'What shipping costs, in the order of the shop’s list. Methods for some regions or postal codes alone are ' +
        'left out: a quote has them, as it knows the address.',
    }),
    payment_methods: PaymentMethods.properties.methods,
    support_email: Nullable(Type.String({ examples: ['help@example.com'] })),
    withdrawal: Nullable(
      Type.Boolean({ description: 'Whether consumers may withdraw; null: for orders to countries of the EU.' }),
    ),
    return_days: Nullable(
      Type.Integer({
        description: 'Days after delivery in which a return may be asked for; null: none.',
        examples: [14],
      }),
    ),
    policies: Type.Object(
      Object.fromEntries(pageKinds.map((kind) => [kind, Type.Optional(Policy)])) as Record<
        PageKind,
        ReturnType<typeof Type.Optional<typeof Policy>>
      >,
      { description: 'Its published pages of these kinds, which `/catalog/pages/{slug}` has.' },
    ),
    announcement: Nullable(AnnouncementSchema),
    markets: Type.Optional(
      Type.Array(
        Type.Object({
          id: Uuid,
          name: Type.String({ examples: ['Austria'] }),
          own: Type.Boolean({ description: 'It serves the countries that no other names.' }),
          countries: Type.Array(Type.String({ examples: ['AT'] })),
          currency: Type.String({ examples: ['EUR'] }),
          locales: Type.Array(Type.String({ examples: ['de-AT'] }), { description: 'The first is the default.' }),
        }),
        { description: 'Where it sells and in which languages; left out by a shop that has set none.' },
      ),
    ),
    ...pictureLook,
    look: LookSchema,
  }),
)

export function presentShop(shop: Shop): Static<typeof PublicShop> {
  return {
    id: shop.id,
    slug: shop.slug,
    name: shop.name,
    logo: presentPictures(shop.logo && [shop.logo])[0] ?? null,
    locales: shop.locales,
    currency: shop.currency,
    currency_digits: currencyDecimals(shop.currency),
    country: shop.country,
    prices_include_tax: shop.prices_include_tax,
    tax_names: shop.tax_names,
    countries: shop.countries,
    shipping_methods: shop.shipping_methods.map((method) => ({
      name: method.name,
      countries: method.countries,
      price: toMajor(method.price_minor, shop.currency),
      free_from: method.free_from_minor === null ? null : toMajor(method.free_from_minor, shop.currency),
      min_weight_grams: method.min_weight_grams,
      max_weight_grams: method.max_weight_grams,
    })),
    payment_methods: shop.payment_methods.map((method) => presentOffered(method, shop.currency)),
    support_email: shop.support_email,
    withdrawal: shop.withdrawal,
    return_days: shop.return_days,
    policies: shop.policies,
    announcement: shop.announcement,
    ...(shop.markets && {
      markets: shop.markets.map(({ id, name, own, countries, currency, locales }) => {
        return { id, name, own, countries, currency, locales }
      }),
    }),
    image_ratio: shop.image_ratio,
    image_fit: shop.image_fit,
    look: presentLook(shop.look),
  }
}
