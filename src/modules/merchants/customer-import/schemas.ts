import { Type } from 'typebox'
import { Nullable, named } from '#src/platform/http/envelope.ts'

export const customerFormats = ['auto', 'own', 'shopify', 'woocommerce'] as const
export type CustomerFormat = Exclude<(typeof customerFormats)[number], 'auto'>

const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const
export type RowOutcome = (typeof outcomes)[number]

/** The report of an import of customers. */
export const CustomerImport = named(
  'CustomerImport',
  Type.Object({
    dry_run: Type.Boolean({ description: 'True for a dry run, which writes nothing.' }),
    format: Type.String({ enum: customerFormats.filter((format) => format !== 'auto') }),
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
    columns: Type.Array(
      Type.Object({
        column: Type.String({ description: 'As the file names it.', examples: ['Accepts Email Marketing'] }),
        outcome: Type.String({ enum: ['dropped'] }),
        count: Type.Integer({ description: 'In how many rows.' }),
        reason: Type.String({ examples: ['does not say when and how they agreed'] }),
      }),
      { description: 'What of the file was left out.' },
    ),
    preview: Type.Array(
      Type.Object({
        row: Type.Integer(),
        outcome: Type.String({ enum: [...outcomes] }),
        name: Nullable(Type.String()),
        email: Nullable(Type.String()),
      }),
      { description: 'The first ten rows.' },
    ),
  }),
)
