import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { chargeUnit, type PaymentProviders } from '#src/modules/payments/index.ts'
import { recordExport } from '#src/platform/audit/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, exportedFile, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { chosenIds, readChosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { fileOf, streamFiles } from '#src/platform/http/requests/file-body.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { Status } from '../products/field-schemas.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { clearedNames } from './columns.ts'
import { type ExportFormat, exportProducts, type Read } from './export-products.ts'
import { type SalePrices, salePrices } from './formats/foreign-product.ts'
import { type ImportFormat, importFormats } from './formats/recognize.ts'
import { readIgnored, readRenames } from './header.ts'
import { findImport, importProducts, maxFileBytes, tooLarge } from './import-products.ts'
import { selectPriceCurrencies } from './queries.ts'
import { Import, presentImport } from './schemas.ts'
import { selectLanguages } from './shop-languages.ts'
import { translatedNames } from './translated-columns.ts'

const tags = ['Products']

interface ImportDependencies extends Databases {
  reads: Reads
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
  config: { production: boolean }
}

export function productFileRoutes(app: App, deps: ImportDependencies): void {
  app.register(async (scope) => importRoute(scope as App, deps))

  app.get(
    '/admin/products/imports/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getImport',
        summary: 'Progress of an import',
        description: 'Number of rows done, and the faults of rejected rows.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Import) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentImport(await findImport(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.get(
    '/admin/products/export',
    {
      config: { permission: 'exports.read' },
      schema: {
        tags,
        operationId: 'exportProducts',
        summary: 'The merchant’s products as a file',
        description:
          'Oldest first. An import of the file changes nothing. In CSV, text that a spreadsheet would take for a ' +
          'formula has an apostrophe before it. `shopify` has groups whole, with their active variants. Our own ' +
          'files have columns such as `name:fr` for each further language of the shop’s markets.',
        querystring: Type.Object({
          format: Type.String({
            enum: ['csv', 'ndjson', 'own', 'shopify'],
            default: 'csv',
            description: '`own` is `csv`; `shopify` is a CSV that Shopify reads.',
          }),
          status: Type.Optional(Status),
          category: Type.Optional(line({ max: 100 })),
          q: Type.Optional(line({ max: 200, description: 'Words of the product, or a prefix of its SKU.' })),
          ids: chosenIds('products'),
        }),
        response: {
          200: exportedFile,
        },
      },
    },
    async (request, reply) => {
      const { format, ids, ...query } = request.query
      const filter = { ...query, status: query.status as ProductStatus | undefined, ids: readChosenIds(ids) }
      const form = format === 'own' ? 'csv' : (format as ExportFormat)
      const csv = form !== 'ndjson'
      reply.header('content-disposition', `attachment; filename="products.${csv ? 'csv' : 'ndjson'}"`)
      reply.type(csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      await recordExport(shop, staff, 'product.exported')
      const writer = writerOf(request)
      const read: Read = (select) => deps.reads.run(writer, shop, select)
      const hasMarkets = deps.merchants.hasMarkets(staff.merchantId)
      const languages = hasMarkets ? await read((db) => selectLanguages(db, staff.merchantId)) : undefined
      const own = await currencyOf(deps.merchants, staff.merchantId)
      const hasPrices = hasMarkets && form !== 'shopify'
      const currencies = hasPrices ? await read((db) => selectPriceCurrencies(db, staff.merchantId, own)) : []
      const further = { ...(languages && { locales: languages.others }), currencies }
      const products = exportProducts(read, staff.merchantId, filter, form, further)
      const file = Readable.from(products)
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(file as never)
    },
  )
}

const exampleFiles = {
  ndjson:
    '{"sku":"22423","name":"Regency cakestand, 3 tier","price":12.75,"on_hand":40}\n{"sku":"85123A","price":2.55}\n',
  csv: 'sku,name,price,on_hand\n22423,"Regency cakestand, 3 tier",12.75,40\n85123A,,2.55,\n',
}

/** The body is a file, not JSON: a scope of its own with other parsers and another limit. */
function importRoute(scope: App, deps: ImportDependencies): void {
  scope.removeAllContentTypeParsers()
  streamFiles(scope, { types: ['application/x-ndjson', 'text/csv'], maxBytes: maxFileBytes, tooLarge })
  scope.post(
    '/admin/products/import',
    {
      bodyLimit: maxFileBytes,
      config: { permission: 'products.write', streamedBody: true },
      schema: {
        tags,
        operationId: 'importProducts',
        summary: 'Import products from a file',
        description:
          'NDJSON, or CSV with a header; up to 1,000,000 rows and 1 GiB, applied as they arrive. A row with a known ' +
          'SKU changes that product: what is left out stays, null (CSV: an empty field) clears ' +
          `${clearedNames.join(', ')}. A new SKU needs name and price. Faulty rows are reported and left ` +
          'out. Rows are committed a thousand at a time: after a lost connection, send the same file with the same ' +
          '`import-id`, and it goes on where it stopped. CSV is read as spreadsheets write it: UTF-8, UTF-16 or ' +
          'Windows-1252, separated by commas, semicolons, tabs or bars, with a decimal comma unless commas separate. ' +
          'A number that could be two, such as 1.234 beside semicolons, is a fault of its row. A wrong header ' +
          'is 400 with all that is wrong with it. Texts in other languages of the shop’s markets stand in columns ' +
          `such as \`name:fr\`: ${translatedNames.slice(0, 6).join(', ')}, and names and values of options.`,
        querystring: Type.Object({
          format: Type.String({
            enum: [...importFormats],
            default: 'own',
            description: 'Which system the file is of; `auto` tells by the header.',
          }),
          dry_run: Type.Boolean({
            default: false,
            description: 'A dry run: returns the counts and faults of the import, and writes nothing.',
          }),
          ignore: Type.Optional(
            line({
              max: 5_000,
              description: 'Columns of the file to leave out, separated by commas; one with a comma in quotes.',
              examples: ['Vendor,Variant Barcode'],
            }),
          ),
          rename: Type.Optional(
            line({
              max: 5_000,
              description:
                'Columns that the file names otherwise: `<title>=<column>`, separated by commas; one with a comma in ' +
                'quotes. Columns are those of the format: ours, or the titles of the other system.',
              examples: ['Colour=option_1_value,Vendor=brand'],
            }),
          ),
          uncounted: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 1_000_000_000,
              description:
                'Stock of new products that the file has none for. Default: other stock of the file, else 0.',
              examples: [100],
            }),
          ),
          sales: Type.String({
            enum: [...salePrices],
            default: 'current',
            description:
              'Sale prices of another system’s file: those that are on today (`current`), all, or none, which takes ' +
              'the usual prices.',
          }),
        }),
        headers: Type.Object({
          'import-id': Type.Optional(
            Type.String({ format: 'uuid', description: 'A UUID chosen by the client. Default: a new one.' }),
          ),
        }),
        body: {
          content: {
            'application/x-ndjson': {
              schema: Type.Unknown({ description: 'One product per line.', examples: [exampleFiles.ndjson] }),
            },
            'text/csv': {
              schema: Type.Unknown({
                description: 'A header, and one product a record (RFC 4180).',
                examples: [exampleFiles.csv],
              }),
            },
          },
        },
        response: { 200: envelope(Import), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const file = fileOf<AsyncIterable<Buffer>>(
        request,
        'send a file of products as the body, with content-type text/csv for example',
      )
      const { merchantId, userId, cause } = staffOf(request)
      const currency = await currencyOf(deps.merchants, merchantId)
      const importId = request.headers['import-id']?.toLowerCase() ?? newId()
      const format = request.headers['content-type']?.startsWith('text/csv') ? 'csv' : 'ndjson'
      const unitOf = (one: string) => chargeUnit(deps.paymentProviders, one)
      const { dry_run: dryRun, ignore, rename, uncounted } = request.query
      const sales = request.query.sales as SalePrices
      const system = request.query.format as ImportFormat
      const [ignored, renames] = [readIgnored(ignore), readRenames(rename)]
      const { production } = deps.config
      const shop = deps.shop(merchantId)
      const languages = deps.merchants.hasMarkets(merchantId) ? await selectLanguages(shop, merchantId) : undefined
      const how = { dryRun, ignored, renames, system, production, uncounted, sales, languages }
      const target = { merchantId, userId, cause, currency, unit: unitOf(currency), unitOf, importId, ...how }
      return ok(presentImport(await importProducts(shop, target, format, file), dryRun))
    },
  )
}
