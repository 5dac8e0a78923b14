import { extname } from 'node:path'
import type { Schemas } from '@commerce-platform/client'
import { type Command, Option } from 'commander'
import { action, type Context, type Shared } from '../context.ts'
import { wrongUsage } from '../problems.ts'
import { save } from '../save.ts'
import { clean } from '../table.ts'
import { type ImportRequest, sendImport } from './send-import.ts'

interface ImportOptions {
  format: string
  dryRun?: boolean
  ignore?: string
  rename?: string
  uncounted?: string
  sales?: string
}

interface ExportOptions {
  format: 'csv' | 'ndjson' | 'shopify'
  output?: string
  status?: 'draft' | 'active' | 'archived'
}

export function addProducts(program: Command, shared: Shared): void {
  const products = program.command('products').description('the shop’s products as files')
  products
    .command('import <file>')
    .description('make and change products from a CSV or NDJSON file; run it again after a failure, and it goes on')
    .addOption(
      new Option('--format <system>', 'the system that the file is of')
        .choices(['auto', 'own', 'shopify', 'woocommerce', 'vendure', 'medusa'])
        .default('auto'),
    )
    .option('--dry-run', 'check all rows, and write nothing')
    .option('--ignore <columns>', 'columns to leave out, separated by commas')
    .option('--rename <pairs>', 'columns of another name: <title>=<column>, separated by commas')
    .option('--uncounted <units>', 'units of new products whose stock the file does not say (default: 0)')
    .addOption(
      new Option('--sales <which>', 'sale prices: those of today, all, or none').choices(['current', 'all', 'none']),
    )
    .action(action<ImportOptions>(shared, importFile))
  products
    .command('export')
    .description('all products as a file; an import of it changes nothing')
    .addOption(new Option('--format <format>', 'format').choices(['csv', 'ndjson', 'shopify']).default('csv'))
    .addOption(new Option('--status <status>', 'only of this status').choices(['draft', 'active', 'archived']))
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .action(
      action<ExportOptions>(shared, async (context, { format, status, output }) => {
        const query = { format, status }
        const { files } = context.client()
        const { response } = await files.GET('/admin/products/export', { params: { query }, parseAs: 'stream' })
        await save(context, response, output)
      }),
    )
}

const types: Record<string, string> = { '.csv': 'text/csv', '.tsv': 'text/csv', '.txt': 'text/csv' }
types['.ndjson'] = types['.jsonl'] = 'application/x-ndjson'

async function importFile(context: Context, options: ImportOptions, file = ''): Promise<void> {
  const type = types[extname(file).toLowerCase()]
  if (type === undefined) throw wrongUsage(`${file} is no CSV and no NDJSON file`, 'Its name ends in .csv or .ndjson.')
  const isCsv = type === 'text/csv'
  const query: ImportRequest['query'] = {
    ...(isCsv && { format: options.format }),
    ...(options.dryRun && { dry_run: 'true' }),
    ...(options.ignore !== undefined && { ignore: options.ignore }),
    ...(options.rename !== undefined && { rename: options.rename }),
    ...(options.uncounted !== undefined && { uncounted: options.uncounted }),
    ...(options.sales !== undefined && { sales: options.sales }),
  }
  const done = await sendImport(context, { file, type, query })
  context.output.result(done, () => report(done))
  if (done.failed > 0) process.exitCode = 1
}

function report(done: Schemas['Import']): string[] {
  const { created, updated, unchanged, failed, uncounted, errors, warnings, pictures, columns, dry_run, file } = done
  const ignored = file?.ignored ?? []
  const show = (list: Schemas['Import']['errors']) =>
    list
      .slice(0, 20)
      .map(({ row, sku, field, message }) => `  ${clean(`row ${row}${sku ? ` (${sku})` : ''}: ${field}: ${message}`)}`)
  return [
    `${dry_run ? 'A dry run: ' : ''}${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} refused.`,
    ...(pictures.asked > 0 ? [`${pictures.asked} pictures are fetched in the background.`] : []),
    ...(uncounted > 0
      ? [`The stock of ${uncounted} new products is not in the file; --uncounted says how many units they get.`]
      : []),
    ...(ignored.length > 0 ? [`Columns left out: ${ignored.join(', ')}`] : []),
    ...show(errors),
    ...(failed > 20 ? [`  … all with --json (the first 1,000)`] : []),
    ...(warnings.length > 0 ? ['Taken, with something missing:', ...show(warnings)] : []),
    ...(columns.length > 0 ? ['Columns:', ...columns.map(noteLine)] : []),
  ]
}

const noteLine = ({ column, outcome, count, reason }: Schemas['Import']['columns'][number]) =>
  `  ${clean(`${column}, ${count} ${outcome}: ${reason}`)}`
