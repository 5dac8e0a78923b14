import { type Static, Type } from 'typebox'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { importFormats } from './formats/recognize.ts'
import type { ImportReport } from './import-products.ts'

const Fault = Type.Object({
  row: Type.Integer({ description: 'NDJSON: the line. CSV: the record, the header being 1.' }),
  sku: Type.Union([Type.String(), Type.Null()]),
  field: Type.String({ description: 'A column, or `row` if it could not be read at all.' }),
  message: Type.String(),
})

/** The report of an import. */
export const Import = named(
  'Import',
  Type.Object({
    id: Uuid,
    status: Type.String({ enum: ['running', 'completed'] }),
    last_row: Type.Integer({ description: 'Everything up to here is in the catalog or among the errors.' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer({ description: 'Number of rejected rows.' }),
    uncounted: Type.Integer({
      description: 'New products whose stock the file does not say; `uncounted` of the request chooses their units.',
    }),
    errors: Type.Array(Fault, { description: 'The first 1,000 faults.' }),
    warnings: Type.Array(Fault, {
      description:
        'What rows that were taken lack: pictures that are not fetched, or could not be, and slugs of another ' +
        'language that lead elsewhere. The first 1,000.',
    }),
    translated: Type.Record(Type.String(), Type.Integer(), {
      description: 'How many products, groups and collections got texts in another language, by language.',
      examples: [{ fr: 120, 'pt-BR': 118 }],
    }),
    pictures: Type.Object(
      {
        asked: Type.Integer({ description: 'Pictures that were not in the shop; a dry run fetches none.' }),
        in_texts: Type.Integer({ description: 'Of `asked`, those that descriptions show.' }),
        ready: Type.Integer(),
        failed: Type.Integer({ description: 'Each has a warning; the same file asks for them again.' }),
      },
      { description: 'Pictures that are fetched, also after the import has ended.' },
    ),
    file: Nullable(
      Type.Object(
        {
          encoding: Type.String({ enum: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] }),
          separator: Nullable(Type.String({ description: 'Separator of the CSV columns.', examples: [';'] })),
          ignored: Type.Array(Type.String(), { description: 'Columns of CSV that were left out.' }),
        },
        { description: 'Encoding and separator of the file; null until all of it is read.' },
      ),
    ),
    format: Nullable(
      Type.String({
        enum: importFormats.filter((format) => format !== 'auto'),
        description: 'What the file was read as; null until all of it is read.',
      }),
    ),
    columns: Type.Array(
      Type.Object({
        column: Type.String({ description: 'As the file names it.', examples: ['Body (HTML)'] }),
        outcome: Type.String({
          enum: ['dropped', 'changed', 'kept'],
          description: 'Kept: something is to be done, such as a tax class that has no rate.',
        }),
        count: Type.Integer({ description: 'How often.' }),
        reason: Type.String({ examples: ['the attribute style is not kept'] }),
      }),
      { description: 'What of the file was dropped or changed, or needs more, once all of it is read.' },
    ),
    preview: Type.Array(
      Type.Object({
        row: Type.Integer(),
        sku: Nullable(Type.String()),
        outcome: Type.String({ enum: ['created', 'updated', 'unchanged', 'failed'] }),
        name: Nullable(Type.String()),
        options: Type.Array(Type.String({ examples: ['M'] })),
        price: Nullable(Type.Number()),
        compare_at_price: Nullable(Type.Number()),
        tax_class: Nullable(Type.String()),
        on_hand: Nullable(Type.Integer()),
        pictures: Type.Integer({ description: 'How many it names, also of its group.' }),
        pictures_in_text: Type.Integer({ description: 'How many its description shows.' }),
        languages: Type.Array(Type.String({ examples: ['fr'] }), { description: 'Of which it brings texts.' }),
      }),
      { description: 'Of a dry run: what it read in the first ten rows. What a row leaves alone is null.' },
    ),
    dry_run: Type.Boolean({ description: 'True for a dry run, which writes nothing.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

export function presentImport(progress: ImportReport, dryRun = false): Static<typeof Import> {
  return {
    id: progress.id,
    status: progress.status,
    last_row: progress.last_row,
    created: progress.created,
    updated: progress.updated,
    unchanged: progress.unchanged,
    failed: progress.failed,
    uncounted: progress.uncounted,
    errors: progress.errors,
    warnings: progress.warnings,
    translated: progress.translated,
    pictures: progress.pictures,
    preview: progress.preview,
    file: progress.file && {
      encoding: progress.file.encoding,
      separator: progress.file.separator,
      ignored: progress.file.ignored,
    },
    format: progress.file && (progress.file.format ?? 'own'),
    columns: progress.file?.columns ?? [],
    dry_run: dryRun,
    created_at: progress.created_at.toISOString(),
    updated_at: progress.updated_at.toISOString(),
  }
}
