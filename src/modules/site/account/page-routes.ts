import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTextsOf, type TextServices } from '#src/modules/merchants/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { pageLanguage } from '#src/platform/http/pages/page-language.ts'
import { formOf, shownPolicy } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage, serveFile } from '#src/platform/http/pages/pages.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  type AccountInput,
  type AccountLead,
  type AccountPage,
  renderDone,
  renderFault,
  renderForm,
} from './account-page.ts'
import { accountPages } from './account-pages.ts'

const policy = () => shownPolicy({ 'connect-src': "'none'" })

export async function accountPageRoutes(app: App, deps: Dependencies): Promise<void> {
  await serveFile(app, '/account/link.js', new URL('link.js', import.meta.url))
  for (const page of accountPages(deps)) registerAccountPage(app, page, deps)
}

function registerAccountPage(app: App, page: AccountPage, deps: TextServices): void {
  const url = `/account/${page.name}`
  app.get(url, hidden, (request, reply) =>
    inTextsOfLink(deps, request, (shop) => send(reply, renderForm(page, languageOf(request), { shop }))),
  )
  app.post(url, hidden, (request, reply) =>
    inTextsOfLink(deps, request, (shop) => answerForm(page, request, reply, shop)),
  )
}

/** In the texts of the shop that is named in the link of a mail, which came from it. */
function inTextsOfLink<Drawn>(
  deps: TextServices,
  { query }: FastifyRequest,
  draw: (shop: string | undefined) => Drawn | Promise<Drawn>,
): Promise<Drawn> | Drawn {
  const { shop } = query as Readonly<Record<string, unknown>>
  const isId = typeof shop === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(shop)
  return isId && deps.merchants.hasTexts(shop) ? inTextsOf(deps, shop, () => draw(shop)) : draw(undefined)
}

async function answerForm(
  page: AccountPage,
  request: FastifyRequest,
  reply: FastifyReply,
  shop: string | undefined,
): Promise<FastifyReply> {
  const form = formOf(request)
  const language = languageOf(request)
  const input: AccountInput = { token: tokenIn(form.get('token')), ...passwordIn(form) }
  const isRead = page.read === undefined || form.get('step') === 'act'
  request.deviceId = /^[\x20-\x7e]{1,200}$/.exec(form.get('device') ?? '')?.[0] ?? crypto.randomUUID()
  let lead: AccountLead | undefined
  try {
    if (input.token === '') throw invalid({ field: 'token', message: 'is required' })
    lead = await page.read?.(input.token)
    if (!isRead && lead) return send(reply, renderForm(page, language, { shop, token: input.token, lead }))
    const faults = page.check(input)
    if (faults.length > 0) throw invalid(...faults)
    return send(reply, renderDone(page, language, await page.act(input, originOf(request))))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
    const given = { shop, token: input.token, ...(lead && { lead }) }
    return send(reply.code(error.status), renderFault(page, language, error, given))
  }
}

const languageOf = ({ headers }: FastifyRequest) => pageLanguage(headers['accept-language'])

const send = (reply: FastifyReply, html: string) => sendPage(reply, html, policy())

/** The token, also of a whole link. */
function tokenIn(typed: string | null): string {
  return (typed ?? '').trim().replace(/^.*#token=/s, '')
}

function passwordIn(form: URLSearchParams): { password?: string } {
  const password = form.get('password')
  return password ? { password } : {}
}
