import { type Static, Type } from 'typebox'
import { body, expectedVersion, line, Nullable, named, Timestamp } from '#src/platform/http/envelope.ts'
import { type Language, languages } from '#src/platform/lib/languages.ts'
import { maxTextLength, textsOfShop } from '#src/platform/lib/texts/own-texts.ts'
import type { TextsRow } from './queries.ts'

const Placeholder = named(
  'TextPlaceholder',
  Type.Object({
    name: Type.String({ examples: ['amount'] }),
    needed: Type.Boolean({ description: 'Whether a text of the shop must have it.' }),
    number: Type.Boolean({ description: 'Whether it is a number, which can have plural forms.' }),
  }),
)

const ShopText = named(
  'ShopText',
  Type.Object({
    key: Type.String({ description: 'Where it stands, and its name there.', examples: ['orderMail.thanks'] }),
    ours: Type.String({ description: 'What the service says, in ICU MessageFormat.' }),
    text: Nullable(Type.String({ description: 'What the shop says instead; null: ours.' })),
    placeholders: Type.Array(Placeholder, { description: 'Those that it can have, as `{amount}`.' }),
  }),
)

export const ShopTexts = named(
  'ShopTexts',
  Type.Object({
    locale: Type.Unsafe<Language>(Type.String({ enum: [...languages] })),
    version: Type.Integer({
      minimum: 0,
      description: 'Grows with each change; 0 until some are written. Send it back as `expected_version`.',
      examples: [3],
    }),
    updated_at: Nullable(Timestamp),
    items: Type.Array(ShopText, { description: 'All texts, in the order of mails, papers and pages.' }),
  }),
)

export const SetShopTexts = body('SetShopTexts', {
  texts: Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    additionalProperties: Nullable(line({ min: 0, max: maxTextLength })),
    propertyNames: line({ max: 100 }),
    maxProperties: 1_000,
    description:
      'By key, in place of all that the shop has in this language. What is left out, null, empty or equal to ours is ' +
      'ours. Plain text in ICU MessageFormat; the only web addresses in it are those of the shop’s `storefront_url`.',
    examples: [{ 'orderMail.thanks': 'Thank you for shopping with us!' }],
  }),
  expected_version: expectedVersion('the texts have another', 0),
})

export function presentTexts(language: Language, { texts, version, updated_at }: TextsRow): Static<typeof ShopTexts> {
  return {
    locale: language,
    version,
    updated_at: updated_at?.toISOString() ?? null,
    items: textsOfShop(language).map(({ key, ours, placeholders }) => ({
      key,
      ours,
      text: texts[key] ?? null,
      placeholders: placeholders.map(({ name, needed, number }) => ({ name, needed, number })),
    })),
  }
}
