import { type Static, type TProperties, Type } from 'typebox'
import { Picture } from '#src/modules/media/index.ts'
import {
  body,
  expectedVersion,
  line,
  Nullable,
  named,
  paragraphs,
  Timestamp,
  Uuid,
} from '#src/platform/http/envelope.ts'
import { BodyHtml, Removed } from '../pages/schemas.ts'
import { Version } from '../version.ts'
import {
  defaultRow,
  largestRow,
  maxPagesOfSection,
  maxSections,
  type SectionType,
  sectionTypes,
  sides,
} from './rules.ts'

const SectionTypeSchema = Type.Unsafe<SectionType>(
  Type.String({
    enum: [...sectionTypes],
    description:
      '`hero`: title, text, picture, link. `collection_row`: title, collection_id, limit. `text`: title, body_html. ' +
      '`picture_with_text`: title, body_html, picture, side, link. `pages`: title, ids.',
  }),
)
const Side = Type.Unsafe<(typeof sides)[number]>(
  Type.String({ enum: [...sides], description: 'Of the picture. `left` unless set.' }),
)
const Limit = Type.Integer({
  minimum: 1,
  maximum: largestRow,
  description: `How many products are shown. ${defaultRow} unless set.`,
  examples: [defaultRow],
})

const SectionChange = named(
  'HomeSectionChange',
  Type.Object(
    {
      type: SectionTypeSchema,
      title: Type.Optional(Nullable(line({ min: 0, max: 200, examples: ['Made to last'] }))),
      text: Type.Optional(Nullable(paragraphs({ max: 1_000 }))),
      body_html: Type.Optional(Nullable(BodyHtml)),
      picture: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'Id of a picture of the shop.' }))),
      side: Type.Optional(Side),
      link: Type.Optional(
        Nullable(
          Type.Object(
            {
              title: line({ max: 100, examples: ['See all'] }),
              url: line({ max: 2_000, examples: ['/collections/new'] }),
            },
            { additionalProperties: false },
          ),
        ),
      ),
      collection_id: Type.Optional(Uuid),
      limit: Type.Optional(Limit),
      ids: Type.Optional(Type.Array(Uuid, { maxItems: maxPagesOfSection, description: 'Of pages.' })),
    },
    { additionalProperties: false },
  ),
)

export const SetHome = body('SetHome', {
  sections: Type.Array(SectionChange, {
    maxItems: maxSections,
    description: 'In their order.',
    examples: [[{ type: 'hero', title: 'Made to last' }]],
  }),
  expected_version: expectedVersion('the home page has another', 0),
})
export type SetHome = Static<typeof SetHome>

const sectionOf = <Collection extends TProperties, Page extends TProperties>(collection: Collection, page: Page) => ({
  type: SectionTypeSchema,
  title: Nullable(Type.String({ examples: ['Made to last'] })),
  text: Type.Optional(Nullable(Type.String())),
  body_html: Type.Optional(Nullable(Type.String())),
  picture: Type.Optional(Nullable(Picture)),
  side: Type.Optional(Side),
  link: Type.Optional(Nullable(Type.Object({ title: Type.String(), url: Type.String() }))),
  collection: Type.Optional(
    Type.Object({ id: Uuid, name: Type.String(), slug: Type.String(), ...collection }, { description: 'Of a row.' }),
  ),
  limit: Type.Optional(Limit),
  pages: Type.Optional(
    Type.Array(Type.Object({ id: Uuid, title: Type.String(), slug: Type.String(), ...page }), {
      description: 'Of a section `pages`.',
    }),
  ),
})

const gone = Type.Optional(
  Type.Boolean({ description: 'True: shoppers do not see it, as it is deleted, or not published.' }),
)

export const Home = named(
  'Home',
  Type.Object({
    sections: Type.Array(
      named(
        'HomeSection',
        Type.Object({
          ...sectionOf({ gone }, { gone }),
          collection_id: Type.Optional(Uuid),
          ids: Type.Optional(Type.Array(Uuid)),
        }),
      ),
    ),
    version: Version,
    updated_at: Nullable(Timestamp),
    removed: Removed,
  }),
)
export const CatalogHome = named(
  'CatalogHome',
  Type.Object({ sections: Type.Array(named('CatalogHomeSection', Type.Object(sectionOf({}, {})))) }),
)
export type OwnSection = Static<typeof Home>['sections'][number]
export type ShownSection = Static<typeof CatalogHome>['sections'][number]
