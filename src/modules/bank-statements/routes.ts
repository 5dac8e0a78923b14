import { Type } from 'typebox'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { fileOf, parseFiles } from '#src/platform/http/requests/file-body.ts'
import { confirmCredits } from './confirm-credits.ts'
import { columnRoles, readColumns } from './csv-columns.ts'
import type { Dependencies } from './dependencies.ts'
import { findStatement } from './find-statement.ts'
import { type StatementKey, selectCredits } from './queries.ts'
import type { FileKind } from './read-file.ts'
import { BankStatement, ConfirmCredits, presentStatement } from './schemas.ts'
import { storeStatement } from './store-statement.ts'

const tags = ['Payments']
const params = Type.Object({ id: Uuid })
const kinds: Record<string, FileKind> = { 'application/xml': 'xml', 'application/zip': 'zip', 'text/csv': 'csv' }

/** Bytes of a file: a year of a small shop, a day of a large one. */
const maxFileBytes = 8_388_608

/** Statements of the shop's bank: credits pay orders. */
export function bankStatementRoutes(app: App, deps: Dependencies): void {
  app.register(async (scope) => fileRoute(scope as App, deps))

  app.get(
    '/admin/payments/statement/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'getBankStatement',
        summary: 'A bank statement with its credits',
        params,
        response: { 200: envelope(BankStatement) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(await read(deps.shop(merchantId), { merchantId, id: request.params.id }))
    },
  )

  app.post(
    '/admin/payments/statement/:id/confirm',
    {
      config: { permission: 'orders.write', maxValues: 10_000 },
      schema: {
        tags,
        operationId: 'confirmBankCredits',
        summary: 'Record credits as payments of orders',
        description:
          'Each as `POST /admin/orders/{id}/payments` with `manual`: what is due of the order, or a part of it ' +
          'if the credit is less. A credit is recorded once; one that cannot be recorded has a `reason`. An order ' +
          'with gift cards also takes `gift_cards.write`.',
        params,
        body: ConfirmCredits,
        response: { 200: envelope(BankStatement) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id } = request.params
      const chosen = request.body.credits.map((one) => (typeof one === 'string' ? { id: one } : one))
      await confirmCredits(deps, staff, id, chosen)
      return ok(await read(deps.shop(staff.merchantId), { merchantId: staff.merchantId, id }))
    },
  )
}

async function read(db: Executor, key: StatementKey) {
  const statement = await findStatement(db, key)
  return presentStatement(key.id, statement, await selectCredits(db, key))
}

/** The body is a file, not JSON: a scope of its own with other parsers and another limit. */
function fileRoute(scope: App, deps: Dependencies): void {
  parseFiles(scope, Object.keys(kinds))
  scope.post(
    '/admin/payments/statement',
    {
      bodyLimit: maxFileBytes,
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'sendBankStatement',
        summary: 'Read a statement of the bank, and record what it pays',
        description:
          'camt.053, a zip of them, or a CSV; up to 8 MiB and 2,000 credits. A credit that names one order by ' +
          'number or reference (RF, ISO 11649), with the whole amount due in its currency, is recorded as a payment ' +
          'by hand. Others are proposed. A credit counts once, even if several files have it. An order with gift ' +
          'cards also takes `gift_cards.write`.',
        querystring: Type.Object({
          columns: Type.Optional(
            line({
              max: 2_000,
              description:
                `Columns of a CSV: \`<what>=<title>\` of ${columnRoles.join(', ')}, separated by commas; one with a ` +
                'comma in quotes. date, amount and text are required; text may have several. Remembered for later ' +
                'files.',
              examples: ['date=Booking date,amount=Amount,name=Payer,text=Details'],
            }),
          ),
        }),
        body: {
          content: {
            'application/xml': { schema: Type.Unknown({ description: 'camt.053 of any version.' }) },
            'application/zip': { schema: Type.Unknown({ description: 'Files of camt.053.' }) },
            'text/csv': {
              schema: Type.Unknown({
                description: 'As the bank writes it.',
                examples: ['Booking date;Amount;Payer;Details\n30.11.2026;25,50;Ada Lovelace;261130-7K3M9Q\n'],
              }),
            },
          },
        },
        response: { 200: envelope(BankStatement) },
      },
    },
    async (request) => {
      const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      const bytes = fileOf(
        request,
        'send the bank’s file as the body, with content-type application/xml, application/zip or text/csv',
      )
      const staff = staffOf(request)
      const { columns } = request.query
      const named = columns === undefined ? undefined : readColumns(columns)
      const file = { kind: kinds[type] ?? 'csv', bytes, columns: named }
      const key = await storeStatement(deps, staff, file)
      return ok(await read(deps.shop(staff.merchantId), key))
    },
  )
}
