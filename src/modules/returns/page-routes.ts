import type { FastifyRequest } from 'fastify'
import { brandOf, inTextsOf } from '#src/modules/merchants/index.ts'
import { openOrderLink } from '#src/modules/orders/index.ts'
import { linkToPay } from '#src/modules/settlement/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { voiceOf } from '#src/platform/http/pages/page-language.ts'
import { formOf, registerPageScope, shownPolicy, waitText } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage } from '#src/platform/http/pages/pages.ts'
import { byUser } from '#src/platform/lib/cause.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import { publicUrl } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { type OrderByLink, readByLink } from './open-link.ts'
import { confirmPage, orderPage, type PageAddress } from './page.ts'
import { beginWithdrawal, finishWithdrawal } from './withdraw.ts'

const policyOfPages = () => shownPolicy({ 'script-src': "'none'", 'connect-src': "'none'" })

type Linked = { Params: { token: string } }

/**
 * The service's own page of an order, for shops without a storefront. It works without JavaScript: the first button
 * opens the page of the second, which sends the declaration (Directive 2011/83/EU, article 11a).
 */
export function registerOrderPage(app: App, deps: Dependencies): void {
  const root = new URL(publicUrl(deps.config)).pathname.replace(/\/$/, '')
  const pathOf = (token: string) => `${root}/orders/${encodeURIComponent(token)}`
  /** Draws a page of an order, in the texts of its shop. */
  async function draw(
    { params, headers }: FastifyRequest<Linked>,
    found: OrderByLink,
    page: (at: PageAddress) => string,
  ): Promise<string> {
    const { merchant_id: merchantId } = found.order
    const brand = await brandOf(deps.db, merchantId)
    const voice = voiceOf(found.order, headers['accept-language'], brand?.locale)
    return inTextsOf(deps, merchantId, () => page({ root, order: pathOf(params.token), ...voice, brand }))
  }

  app.register(async (pages) => {
    const policy = policyOfPages()
    registerPageScope(pages, root, (language) => {
      const { noOrder, noOrderText } = textsIn('orderPage', language)
      return [noOrder, noOrderText]
    })

    // The API has `POST /orders/lookup`: an address of it is no link.
    pages.get<Linked>('/orders/:token(^(?!lookup$).+)', hidden, async (request, reply) => {
      const found = await readByLink(deps, request.params.token)
      return sendPage(reply, await draw(request, found, (at) => orderPage(found, at)), policy)
    })

    pages.post<Linked>('/orders/:token/pay', hidden, async (request, reply) => {
      const { token } = request.params
      const url = await linkToPay(deps, await openOrderLink(deps, token))
      return reply
        .header('location', url ?? pathOf(token))
        .code(303)
        .send()
    })

    pages.get<Linked>('/orders/:token/withdraw', hidden, async (request, reply) => {
      const found = await readByLink(deps, request.params.token)
      const page = found.withdrawal.available ? confirmPage : orderPage
      return sendPage(reply, await draw(request, found, (at) => page(found, at)), policy)
    })

    pages.post<Linked>('/orders/:token/withdraw', hidden, async (request, reply) => {
      const { token } = request.params
      const linked = await openOrderLink(deps, token)
      const customer = { ...linked, userId: null, cause: byUser(null, originOf(request)) }
      const services = { ...deps, db: deps.shop(linked.merchantId) }
      try {
        const items = readItems(formOf(request))
        await finishWithdrawal(services, await beginWithdrawal(services, customer, items))
      } catch (error) {
        const isRefused = error instanceof AppError && error.code !== 'NOT_FOUND' && error.status < 500
        if (!isRefused) throw error
        const found = await readByLink(deps, token)
        const page = found.withdrawal.available ? confirmPage : orderPage
        const html = await draw(request, found, (at) =>
          page(found, at, { fault: faultOf(error, at.language), typed: formOf(request) }),
        )
        return sendPage(reply.code(error.status), html, policy)
      }
      return reply.header('location', pathOf(token)).code(303).send()
    })
  })
}

function faultOf(error: AppError, language: Language): string {
  const t = textsIn('orderPage', language)
  if (error.code === 'RATE_LIMITED') return waitText(error, language)
  return error.code === 'VALIDATION_ERROR' ? t.wrongUnits : t.notPossible
}

/** Fields `units-<line>`; undefined, for all units, if the form was sent without any. */
function readItems(form: URLSearchParams): { line: number; quantity: number }[] | undefined {
  const units = [...form].filter(([name]) => name.startsWith('units-'))
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
