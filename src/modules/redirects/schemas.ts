import { type Static, Type } from 'typebox'
import { body, line, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { RedirectRow } from './queries.ts'
import { maxPathLength, maxTargetLength } from './rules.ts'

const fields = {
  from: line({
    max: maxPathLength,
    description: 'A path of the shop without a query; capitals and a slash at the end make no difference.',
    examples: ['/old-page'],
  }),
  to: line({
    max: maxTargetLength,
    description: 'A path of the shop, or an address of another site.',
    examples: ['/products/oak-table'],
  }),
}

export const Redirect = named(
  'Redirect',
  Type.Object({ id: Uuid, ...fields, permanent: Type.Boolean(), created_at: Timestamp }),
)

export const CreateRedirect = body('CreateRedirect', {
  ...fields,
  permanent: Type.Optional(
    Type.Boolean({ description: 'Browsers and search engines may keep it (301); false: they ask again (302).' }),
  ),
})
export type CreateRedirect = Static<typeof CreateRedirect>

export const FoundRedirect = named('FoundRedirect', Type.Object({ to: fields.to, permanent: Type.Boolean() }))

export const RedirectImport = named(
  'RedirectImport',
  Type.Object({
    dry_run: Type.Boolean({ description: 'True for a dry run, which writes nothing.' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer({ description: 'Number of rejected rows.' }),
    errors: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'The record, the header being 1.' }),
        field: Type.String({ description: 'A column, or `row` if it could not be read at all.' }),
        message: Type.String(),
      }),
      { description: 'The first 1,000 faults.' },
    ),
  }),
)

export function presentRedirect({ id, path, target, permanent, created_at }: RedirectRow): Static<typeof Redirect> {
  return { id, from: path, to: target, permanent, created_at: created_at.toISOString() }
}
