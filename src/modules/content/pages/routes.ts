import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { listOwnPages } from './list-pages.ts'
import { changePage, createPage, findPage, removePage } from './manage-pages.ts'
import { maxPages } from './rules.ts'
import { CreatePage, Page, PageDetails, presentPage, presentWholePage, removedFrom, UpdatePage } from './schemas.ts'

const tags = ['Content']
const params = Type.Object({ id: Uuid })

/** Pages as staff writes them. */
export function pageRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/pages',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'listOwnPages',
        summary: 'The shop’s pages of any status, newest first',
        description: 'Without their texts.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Page) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/pages', merchantId], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listOwnPages(db, merchantId, list.request),
      )
      return list.answer(page, presentPage)
    },
  )

  app.post(
    '/admin/pages',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'createPage',
        summary: 'Add a page',
        description:
          'A draft unless said otherwise. 409 with the field if another page has its `slug` or its `kind`, or if ' +
          `there are ${maxPages.toLocaleString('en')}.`,
        body: CreatePage,
        response: { 201: envelope(PageDetails), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok({
          ...presentWholePage(await createPage(executor, staff, request.body)),
          ...removedFrom(request.body.body_html),
        }),
      )
    },
  )

  app.get(
    '/admin/pages/:id',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'getOwnPage',
        summary: 'One of the shop’s pages',
        params,
        response: { 200: envelope(PageDetails) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentWholePage(await findPage(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/pages/:id',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'updatePage',
        summary: 'Change a page',
        description: 'What is left out stays; null clears. With another slug its old address leads to the new one.',
        params,
        body: UpdatePage,
        response: { 200: envelope(PageDetails), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { params, body } = request
      const changed = await changePage(deps.shop(staff.merchantId), staff, params.id, body)
      return ok({ ...presentWholePage(changed), ...removedFrom(body.body_html) })
    },
  )

  app.delete(
    '/admin/pages/:id',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'deletePage',
        summary: 'Delete a page',
        description: 'Menus and the home page that name it leave it out.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removePage(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )
}
