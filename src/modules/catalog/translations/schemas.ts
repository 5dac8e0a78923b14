import { type Static, Type } from 'typebox'
import { body, expectedVersion, line, Nullable, named, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { withWaiting } from '#src/platform/rich-text/index.ts'
import { Description, DescriptionHtml, maxSlugLength, ProductName, Removed } from '../products/field-schemas.ts'
import type { Source, TranslationRow } from './queries.ts'
import { isWithout, type SubjectType, subjectTypes } from './rules.ts'

export const Type_ = Type.Unsafe<SubjectType>(
  Type.String({ enum: [...subjectTypes], description: 'A variant has the texts of its group.', examples: ['product'] }),
)

const Options = Type.Record(
  Type.String({ pattern: '^.{1,50}$' }),
  Type.Object(
    {
      name: Type.Optional(Nullable(line({ max: 50, examples: ['Farbe'] }))),
      values: Type.Optional(Type.Record(Type.String({ pattern: '^.{1,100}$' }), line({ max: 100 }))),
    },
    { additionalProperties: false },
  ),
  {
    description: 'Of a group: words for its options and their values, by those of the shop.',
    examples: [{ Colour: { name: 'Farbe', values: { Red: 'Rot' } } }],
  },
)

export const SeoTitle = Nullable(line({ max: 200, examples: ['Windlicht aus Glas'] }))
export const SeoDescription = Nullable(line({ max: 500, examples: ['Mundgeblasen, in drei Größen.'] }))

const Seo = Type.Object(
  { title: Type.Optional(SeoTitle), description: Type.Optional(SeoDescription) },
  { additionalProperties: false },
)

export const TranslatedSlug = Nullable(
  line({
    max: maxSlugLength,
    description: 'Leads to it beside its own; unique in the shop. Lower-case words separated by hyphens.',
    examples: ['windlicht'],
  }),
)

export const SetTranslation = body('SetTranslation', {
  name: Type.Optional(Nullable({ ...ProductName, examples: ['Windlicht'] })),
  description: Type.Optional(Description),
  description_html: Type.Optional(DescriptionHtml),
  instructions: Type.Optional(
    Nullable(paragraphs({ max: 2_000, description: 'Of a payment method.', examples: ['Bitte überweisen Sie bald.'] })),
  ),
  seo: Type.Optional(Seo),
  slug: Type.Optional(TranslatedSlug),
  options: Type.Optional(Options),
  expected_version: expectedVersion('the translation has another', 0),
})

const Text = Nullable(Type.String())

const shown = {
  name: Text,
  description: Text,
  description_html: Text,
  instructions: Type.Optional(Nullable(Type.String({ description: 'Of a payment method.' }))),
  seo: Type.Object({ title: Text, description: Text }),
  slug: Text,
}

export const Translation = named(
  'Translation',
  Type.Object({
    type: Type_,
    id: Uuid,
    locale: Type.String({ examples: ['de'] }),
    ...shown,
    options: Options,
    source: Type.Object(
      {
        ...shown,
        options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
      },
      { description: 'The shop’s own texts.' },
    ),
    version: Type.Integer({
      minimum: 0,
      description: 'Grows with each change; 0 until it is written. Send it back as `expected_version`.',
      examples: [3],
    }),
    updated_at: Nullable(Type.String({ format: 'date-time' })),
    removed: Removed,
  }),
)

export const Translatable = named(
  'Translatable',
  Type.Object({
    type: Type_,
    id: Uuid,
    name: Type.String({ examples: ['White Hanging Heart T-Light Holder'] }),
    locales: Type.Array(Type.String({ examples: ['de'] }), { description: 'In which it has a name.' }),
  }),
)

export interface ReadTranslation {
  source: Source
  /** The values of its options in their order. */
  values: readonly { name: string; value: string }[]
  locale: string
  translation: TranslationRow | undefined
}

export function presentTranslation({ source, values, locale, translation }: ReadTranslation) {
  const { texts = {}, slug = null, version = 0 } = translation ?? {}
  return {
    type: source.type,
    id: source.id,
    locale,
    name: texts.name ?? null,
    description: texts.description ?? null,
    description_html: texts.description_html ?? null,
    ...(source.type === 'payment_method' && { instructions: texts.instructions ?? null }),
    seo: { title: texts.seo_title ?? null, description: texts.seo_description ?? null },
    slug,
    options: texts.options ?? {},
    source: {
      name: source.name,
      description: source.description,
      description_html: (source.description_html && withWaiting(source.description_html)) || null,
      ...(source.type === 'payment_method' && { instructions: source.instructions ?? null }),
      seo: { title: source.seo_title, description: source.seo_description },
      slug: source.slug,
      options: source.varies_by.map((name) => ({
        name,
        values: values.filter((one) => one.name === name).map(({ value }) => value),
      })),
    },
    version,
    updated_at: translation === undefined || isWithout(translation) ? null : translation.updated_at.toISOString(),
  } satisfies Static<typeof Translation>
}
