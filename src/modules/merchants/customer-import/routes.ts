import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import { fileOf, parseFiles } from '#src/platform/http/requests/file-body.ts'
import type { Dependencies } from '../dependencies.ts'
import { importCustomers } from './import-customers.ts'
import { CustomerImport, customerFormats } from './schemas.ts'

/** Bytes: 10,000 rows with notes. */
const maxFileBytes = 8_388_608

export function customerImportRoutes(app: App, deps: Dependencies): void {
  app.register(async (scope) => importRoute(scope as App, deps))
}

/** The body is a file, not JSON: a scope of its own with another parser and another limit. */
function importRoute(scope: App, deps: Dependencies): void {
  parseFiles(scope, ['text/csv'])
  scope.post(
    '/admin/users/import',
    {
      bodyLimit: maxFileBytes,
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Customers'],
        operationId: 'importCustomers',
        summary: 'Import customers from a file',
        description:
          'CSV with a header, up to 10,000 customers and 8 MiB: the columns of `GET /admin/users/export`, or the ' +
          'customers of Shopify or WooCommerce. A row changes the customer with its id or e-mail address (without ' +
          'one, with its name and phone), else makes one; an empty cell changes nothing. Faulty rows are reported ' +
          'and left out. The same file again changes nothing. A consent is taken over only with time and source.',
        querystring: Type.Object({
          format: Type.String({
            enum: [...customerFormats],
            default: 'auto',
            description: 'Which system the file is of; `auto` tells by the header.',
          }),
          dry_run: Type.Boolean({
            default: false,
            description: 'A dry run: returns the counts and faults of the import, and writes nothing.',
          }),
        }),
        body: {
          content: {
            'text/csv': {
              schema: Type.Unknown({
                description: 'A header, and one customer a record (RFC 4180).',
                examples: ['name,email,tags\nAda Lovelace,ada@example.com,"wholesale, vip"\n'],
              }),
            },
          },
        },
        response: { 200: envelope(CustomerImport) },
      },
    },
    async (request) => {
      const file = fileOf(request)
      const staff = staffOf(request)
      const { format, dry_run } = request.query
      const how = { format: format as (typeof customerFormats)[number], dryRun: dry_run }
      const { counts, ...report } = await importCustomers(deps.shop(staff.merchantId), staff, file, how)
      return ok({ dry_run, ...counts, ...report })
    },
  )
}
