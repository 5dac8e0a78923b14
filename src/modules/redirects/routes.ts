import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { recordExport } from '#src/platform/audit/index.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { csvFile, envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { fileOf, parseFiles } from '#src/platform/http/requests/file-body.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import { exportRedirects } from './export-redirects.ts'
import { importRedirects } from './import-redirects.ts'
import { createRedirect, removeRedirect } from './manage-redirects.ts'
import { countRedirects, selectRedirect, selectRedirects } from './queries.ts'
import { canonicalPath, maxPathLength, maxRedirects } from './rules.ts'
import { CreateRedirect, FoundRedirect, presentRedirect, Redirect, RedirectImport } from './schemas.ts'

const tags = ['Redirects']
/** Bytes: 100,000 rows. */
const maxFileBytes = 16_777_216

/** For storefronts. */
export function foundRedirectRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/redirects',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'findRedirect',
        summary: 'Where a path that is gone leads to',
        description:
          'Asked by a storefront before it answers 404. Capitals, a slash at the end and a query make no difference. ' +
          'A 404 without a key of a storefront or `merchant_id`, too.',
        querystring: Type.Object({
          path: line({ max: 4 * maxPathLength, examples: ['/old-page'] }),
          merchant_id: Type.Optional(Uuid),
        }),
        response: { 200: envelope(FoundRedirect), ...errors('NOT_FOUND') },
      },
    },
    async (request) => {
      const { merchant_id: merchantId } = request.query
      const path = canonicalPath(request.query.path.trim())
      if (merchantId === undefined || path === undefined || path.length > maxPathLength) throw notFound('redirect')
      const found = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        selectRedirect(db, merchantId, path),
      )
      if (found === undefined) throw notFound('redirect')
      return ok({ to: found.target, permanent: found.permanent })
    },
  )
}

/** For staff. */
export function redirectRoutes(app: App, deps: Dependencies): void {
  app.register(async (scope) => importRoute(scope as App, deps))

  app.get(
    '/admin/redirects',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'listRedirects',
        summary: 'Redirects by the path they come from',
        querystring: listQuery(defaultLimits, {
          from: Type.Optional(
            line({ max: maxPathLength, description: 'What the path begins with.', examples: ['/old'] }),
          ),
        }),
        response: { 200: pageOf(Redirect) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { from = '' } = request.query
      const db = deps.shop(merchantId)
      const of = { merchantId, prefix: canonicalPath(from.startsWith('/') ? from : `/${from}`) ?? '/' }
      const list = paginate(deps, ['/admin/redirects', merchantId, of.prefix], request.query)
      const rows = await selectRedirects(db, of, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countRedirects(db, of),
        (row) => [row.path],
      )
      return list.answer(page, presentRedirect)
    },
  )

  app.post(
    '/admin/redirects',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'createRedirect',
        summary: 'Let a path lead to another address',
        description:
          'Permanent unless said otherwise. 400 with `to` if it would lead back to `from`; 409 if there is one from ' +
          `this path, or the shop has ${maxRedirects.toLocaleString('en')}.`,
        body: CreateRedirect,
        response: { 201: envelope(Redirect), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentRedirect(await createRedirect(executor, staff, request.body))),
      )
    },
  )

  app.delete(
    '/admin/redirects/:id',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'deleteRedirect',
        summary: 'Delete a redirect',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeRedirect(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )

  app.get(
    '/admin/redirects/export',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'exportRedirects',
        summary: 'All redirects as a file',
        description: 'CSV with the columns `Redirect from`, `Redirect to` and `Permanent`, which the import takes.',
        response: {
          200: csvFile,
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      await recordExport(shop, staff, 'redirect.exported')
      reply.header('content-disposition', 'attachment; filename="redirects.csv"')
      reply.type('text/csv; charset=utf-8')
      const writer = writerOf(request)
      const lines = exportRedirects((read) => deps.reads.run(writer, shop, read), staff.merchantId)
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(Readable.from(lines) as never)
    },
  )
}

/** The body is a file, not JSON: a scope of its own with another parser and another limit. */
function importRoute(scope: App, deps: Dependencies): void {
  parseFiles(scope, ['text/csv'])
  scope.post(
    '/admin/redirects/import',
    {
      bodyLimit: maxFileBytes,
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'importRedirects',
        summary: 'Write redirects from a file',
        description:
          'CSV with the columns `Redirect from` and `Redirect to`, as Shopify exports them, up to 100,000 rows and ' +
          '16 MiB; `Permanent` (`true` or `false`) is optional. A row of a path that has a redirect ' +
          'changes it. Faulty rows, and those of a loop, are reported and left out. 409 if the shop would have more ' +
          `than ${maxRedirects.toLocaleString('en')}.`,
        querystring: Type.Object({
          dry_run: Type.Boolean({ default: false, description: 'Returns the counts and faults, and writes nothing.' }),
        }),
        body: {
          content: {
            'text/csv': {
              schema: Type.Unknown({
                description: 'A header, and one redirect a record (RFC 4180).',
                examples: ['Redirect from,Redirect to\n/old-page,/products/oak-table\n'],
              }),
            },
          },
        },
        response: { 200: envelope(RedirectImport), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const file = fileOf(request)
      const staff = staffOf(request)
      const { dry_run } = request.query
      const report = await importRedirects(deps.shop(staff.merchantId), staff, file, dry_run)
      if (!dry_run) await analyzeGrownTables(deps.db)
      return ok({ dry_run, ...report })
    },
  )
}
