import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, optionalBody, paragraphs, Uuid } from '#src/platform/http/envelope.ts'
import { languages } from '#src/platform/lib/languages.ts'
import type { ShopMail } from '#src/platform/mail/index.ts'
import { describedVariable } from './own-words.ts'
import type { OwnTexts } from './queries.ts'

const MailLanguage = Type.Unsafe<(typeof languages)[number]>(
  Type.String({ enum: [...languages], description: 'Default: that of the shop’s mails.' }),
)

const words = {
  subject: Nullable(
    line({
      min: 0,
      max: 200,
      description: 'Subject and title; null or empty: ours.',
      examples: ['Thank you, {{customer.name}}!'],
    }),
  ),
  text: Nullable(
    paragraphs({
      max: 5_000,
      description:
        'First words, as plain text; an empty line begins a new paragraph. null or empty: ours. The only web ' +
        'addresses in it are those of the shop’s `storefront_url`.',
      examples: ['Hello {{customer.name}},\n\nwe are packing order {{order.number}} right now.'],
    }),
  ),
}

const ShownWords = named('MailWords', Type.Object(words))
const GivenWords = Type.Partial(Type.Object(words), { additionalProperties: false })
const given = Type.Optional(GivenWords)
const perLanguage = { en: given, de: given, fr: given, es: given, pl: given, ja: given }
const shown = Type.Optional(ShownWords)
const Given = named(
  'MailTexts',
  Type.Object(perLanguage, {
    additionalProperties: false,
    description: 'By language. A language that is left out has our words.',
  }),
)

const kind = {
  kind: Type.String({ description: 'Name of the mail’s template.', examples: ['order_confirmation'] }),
  name: Type.String({ examples: ['Order confirmation'] }),
}

export const MailKinds = named(
  'MailKinds',
  Type.Object({
    language: Type.Unsafe<(typeof languages)[number]>(
      Type.String({ enum: [...languages], description: 'In which the shop’s mails are written, by its locale.' }),
    ),
    items: Type.Array(named('MailKindSummary', Type.Object({ ...kind, has_own_texts: Type.Boolean() }))),
  }),
)

export const MailKind = named(
  'MailKind',
  Type.Object({
    ...kind,
    has_own_texts: Type.Boolean(),
    texts: Type.Object({ en: shown, de: shown, fr: shown, es: shown, pl: shown, ja: shown }),
    variables: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['order.number'] }),
        description: Type.String({ examples: ['Number of the order'] }),
      }),
      { description: 'What the texts can have in double braces, such as `{{order.number}}`.' },
    ),
    takes_order: Type.Boolean({ description: 'Whether a preview can be of an order of the shop.' }),
  }),
)

export const SetMailTexts = body('SetMailTexts', { texts: Given })

const preview = {
  texts: Type.Optional(Given),
  order_id: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'An order of the shop, which takes `orders.read`; else a sample.' }),
  ),
  language: Type.Optional(MailLanguage),
}
export const MailPreviewRequest = optionalBody('MailPreviewRequest', preview)
export const MailTestRequest = optionalBody('MailTestRequest', preview)
export type DraftRequest = Static<typeof MailPreviewRequest>

export const MailPreview = named(
  'MailPreview',
  Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() }),
)

export const MailTest = named(
  'MailTest',
  Type.Object({ to: Type.String({ description: 'Address of the caller.', examples: ['grace@example.com'] }) }),
)

export function presentKind({ kind, name, variables, ofOrder }: ShopMail, texts: OwnTexts): Static<typeof MailKind> {
  return {
    kind,
    name,
    has_own_texts: Object.keys(texts).length > 0,
    texts,
    variables: variables.map(describedVariable),
    takes_order: ofOrder,
  }
}
