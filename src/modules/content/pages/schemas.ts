import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { cleanHtml, type RemovedPart } from '#src/platform/rich-text/index.ts'
import type { ListedPage, PageRow } from './queries.ts'
import { kinds, longestSlug, type PageKind, type PageStatus, pageStatuses } from './rules.ts'

/** HTML in a body, as descriptions of products take it. */
export const BodyHtml = paragraphs({
  max: 100_000,
  description:
    'HTML, at most 100 kB, of the elements that a `description_html` may have; others are refused. Attributes and ' +
    'addresses that are not kept stand in `removed`.',
  examples: ['<h2>Who we are</h2><p>Lantern &amp; Loom Ltd</p>'],
})

export const Removed = Type.Optional(
  Type.Array(
    Type.Object({
      element: Type.String({ examples: ['a'] }),
      attribute: Type.String({ examples: ['href'] }),
      value: Type.Optional(Type.String({ description: 'Of an address.', examples: ['javascript:open()'] })),
    }),
    { description: 'Attributes of the HTML of the body that were not kept, if there were any.' },
  ),
)

const Kind = Nullable(
  Type.Unsafe<PageKind>(
    Type.String({
      enum: [...kinds],
      description: 'What it says; a shop has one page of each kind. null: something else.',
      examples: ['imprint'],
    }),
  ),
)

const Title = line({ max: 200, examples: ['Imprint'] })
const Status = Type.Unsafe<PageStatus>(
  Type.String({ enum: [...pageStatuses], description: 'Shoppers see published pages.', examples: ['published'] }),
)

const given = {
  slug: line({
    max: longestSlug,
    description: 'Lower-case words with hyphens between, unique among the shop’s pages. Made of the title.',
    examples: ['imprint'],
  }),
  body_html: Nullable(BodyHtml),
  seo: Type.Object(
    {
      title: Type.Optional(Nullable(line({ max: 200 }))),
      description: Type.Optional(Nullable(line({ max: 500 }))),
    },
    { additionalProperties: false },
  ),
  status: Status,
  kind: Kind,
}
const others = Type.Partial(Type.Object(given)).properties

export const CreatePage = body('CreatePage', { title: Title, ...others })
export type CreatePage = Static<typeof CreatePage>

export const UpdatePage = body('UpdatePage', {
  title: Type.Optional(Title),
  ...others,
  expected_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The `version` that is changed: 409 `CONFLICT` if the page has another by now.',
      examples: [1],
    }),
  ),
})
export type UpdatePage = Static<typeof UpdatePage>

const shown = {
  id: Uuid,
  merchant_id: Type.String({ format: 'uuid' }),
  title: Type.String({ examples: ['Imprint'] }),
  slug: Type.String({ examples: ['imprint'] }),
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  kind: Kind,
  published_at: Nullable(Timestamp),
  updated_at: Timestamp,
}
const own = {
  status: Status,
  version: Type.Integer({ description: 'Grows with each change of staff.', examples: [1] }),
  created_at: Timestamp,
}
const bodies = {
  body_html: Nullable(Type.String({ examples: ['<p>Lantern &amp; Loom Ltd</p>'] })),
  body_text: Nullable(Type.String({ description: 'The text of `body_html`.', examples: ['Lantern & Loom Ltd'] })),
}

/** A page as shoppers see it in a list. */
export const CatalogPage = named('CatalogPage', Type.Object(shown))
export const CatalogPageDetails = named('CatalogPageDetails', Type.Object({ ...shown, ...bodies }))
export const Page = named('Page', Type.Object({ ...shown, ...own }))
export const PageDetails = named('PageDetails', Type.Object({ ...shown, ...own, ...bodies, removed: Removed }))

export function presentShownPage(row: ListedPage): Static<typeof CatalogPage> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    title: row.title,
    slug: row.slug,
    seo: { title: row.seo_title, description: row.seo_description },
    kind: row.kind,
    published_at: row.published_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentPage(row: ListedPage): Static<typeof Page> {
  const { status, version, created_at } = row
  return { ...presentShownPage(row), status, version, created_at: created_at.toISOString() }
}

const bodiesOf = ({ body_html, body_text }: PageRow) => ({ body_html, body_text })

export function presentWholeShownPage(row: PageRow): Static<typeof CatalogPageDetails> {
  return { ...presentShownPage(row), ...bodiesOf(row) }
}

export function presentWholePage(row: PageRow): Static<typeof PageDetails> {
  return { ...presentPage(row), ...bodiesOf(row) }
}

/** What an answer says besides of HTML that was sent: what was not kept of it; nothing where all was. */
export function removedFrom(...sent: (string | null | undefined)[]): { removed?: RemovedPart[] } {
  const removed = sent.flatMap((html) => (html ? cleanHtml(html).removed : []))
  return removed.length === 0 ? {} : { removed: removed.slice(0, 50) }
}
