import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { actorOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { addAddress, changeAddress, removeAddress } from './address-book.ts'
import { countAddresses, selectAddresses } from './queries.ts'
import { AddressChange, NewAddress, presentSavedAddress, SavedAddress } from './schemas.ts'

const tags = ['Addresses']
const params = Type.Object({ id: Uuid })

/** The signed-in user's address book. Orders hold copies of its addresses. */
export function addressRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/user/addresses',
    {
      schema: {
        tags,
        operationId: 'listAddresses',
        summary: 'The address book, newest first',
        description: 'The default address is marked; there is at most one.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(SavedAddress) },
      },
    },
    async (request) => {
      const { userId } = actorOf(request)
      const list = paginate(deps, ['/user/addresses', userId], request.query)
      const rows = await selectAddresses(deps.db, userId, list.request)
      const count = () => countAddresses(deps.db, userId)
      return list.answer(await toPage(rows, list.request, count, (row) => [row.id]), presentSavedAddress)
    },
  )

  app.post(
    '/user/addresses',
    {
      schema: {
        tags,
        operationId: 'addAddress',
        summary: 'Add an address',
        description: 'A postal code must have a form that its country uses. More than 100 addresses are a CONFLICT.',
        body: NewAddress,
        response: { 201: envelope(SavedAddress), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentSavedAddress(await addAddress(executor, actorOf(request).userId, request.body))),
      ),
  )

  app.patch(
    '/user/addresses/:id',
    {
      schema: {
        tags,
        operationId: 'changeAddress',
        summary: 'Change an address',
        description: 'Absent fields stay, `null` clears. Orders keep the address that they were placed with.',
        params,
        body: AddressChange,
        response: { 200: envelope(SavedAddress) },
      },
    },
    async (request) => {
      const { userId } = actorOf(request)
      return ok(presentSavedAddress(await changeAddress(deps.db, userId, request.params.id, request.body)))
    },
  )

  app.delete(
    '/user/addresses/:id',
    {
      schema: {
        tags,
        operationId: 'removeAddress',
        summary: 'Remove an address',
        description: 'Orders keep their copies.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await removeAddress(deps.db, actorOf(request).userId, request.params.id)
      return ok({})
    },
  )
}
