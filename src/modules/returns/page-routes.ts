import { linkToPay, openOrderLink } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { hidden, pagePolicy, sendPage } from '#src/platform/http/pages/pages.ts'
import { byUser } from '#src/platform/lib/cause.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { readByLink } from './open-link.ts'
import { confirmPage, notFoundPage, orderPage, type PageAddress } from './page.ts'
import { beginWithdrawal, finishWithdrawal } from './withdraw.ts'

const policy = pagePolicy({ 'script-src': "'none'", 'connect-src': "'none'", 'form-action': "'self'" })
const form = 'application/x-www-form-urlencoded'

type Params = { token: string }

function addressesOf(config: LinkConfig) {
  const root = new URL(publicUrl(config)).pathname.replace(/\/$/, '')
  return { root, at: (token: string): PageAddress => ({ root, order: `${root}/orders/${encodeURIComponent(token)}` }) }
}

/**
 * The service's own page of an order, for shops without a storefront. It works without JavaScript: the first button
 * opens the page of the second, which sends the declaration (Directive 2011/83/EU, article 11a).
 */
export function registerOrderPage(app: App, deps: Dependencies): void {
  const { root, at } = addressesOf(deps.config)
  app.register(async (pages) => {
    pages.addContentTypeParser(form, { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    pages.setErrorHandler(async (error, _request, reply) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      return sendPage(reply.code(404), notFoundPage(root), policy)
    })

    pages.get<{ Params: Params }>('/orders/:token', hidden, async (request, reply) => {
      const found = await readByLink(deps, request.params.token)
      return sendPage(reply, orderPage(found, at(request.params.token)), policy)
    })

    pages.post<{ Params: Params }>('/orders/:token/pay', hidden, async (request, reply) => {
      const { token } = request.params
      const url = await linkToPay(deps, await openOrderLink(deps, token))
      return reply
        .header('location', url ?? at(token).order)
        .code(303)
        .send()
    })

    pages.get<{ Params: Params }>('/orders/:token/withdraw', hidden, async (request, reply) => {
      const found = await readByLink(deps, request.params.token)
      if (!found.withdrawal.available) return sendPage(reply, orderPage(found, at(request.params.token)), policy)
      return sendPage(reply, confirmPage(found, at(request.params.token)), policy)
    })

    pages.post<{ Params: Params }>('/orders/:token/withdraw', hidden, async (request, reply) => {
      const { token } = request.params
      const linked = await openOrderLink(deps, token)
      const customer = { ...linked, userId: null, cause: byUser(null, originOf(request)) }
      const services = { ...deps, db: deps.shop(linked.merchantId) }
      try {
        const items = readItems(request.body)
        await finishWithdrawal(services, await beginWithdrawal(services, customer, items))
      } catch (error) {
        const isRefused = error instanceof AppError && error.code !== 'NOT_FOUND' && error.status < 500
        if (!isRefused) throw error
        const found = await readByLink(deps, token)
        const page = found.withdrawal.available ? confirmPage : orderPage
        return sendPage(reply.code(error.status), page(found, at(token), error.message), policy)
      }
      return reply.header('location', at(token).order).code(303).send()
    })
  })
}

/** Fields `units-<line>`; undefined, for all units, if the form was sent without any. */
function readItems(body: unknown): { line: number; quantity: number }[] | undefined {
  const fields = body instanceof URLSearchParams ? [...body] : []
  const units = fields.filter(([name]) => name.startsWith('units-'))
  if (units.length === 0) return undefined
  const items = units.map(([name, value]) => ({
    line: Number(name.slice('units-'.length)),
    quantity: Number(value),
  }))
  if (items.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 0 || quantity > 1_000_000))
    throw invalid({ field: 'units', message: 'must be whole numbers' })
  const chosen = items.filter(({ quantity }) => quantity > 0)
  if (chosen.length === 0) throw invalid({ field: 'units', message: 'must be more than 0 of one product' })
  return chosen
}
