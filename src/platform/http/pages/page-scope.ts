import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { AppError } from '#src/platform/lib/errors.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { beginRefusal, errorBody } from '../answers/errors.ts'
import { renderCard, renderText } from './frame.ts'
import { pageLanguage } from './page-language.ts'
import { pagePolicy, sendPage } from './pages.ts'

/** Pages with forms that the browser sends, and without scripts. */
const formPolicy = pagePolicy({ 'script-src': "'none'", 'connect-src': "'none'", 'form-action': "'self'" })

/** With pictures: those of the service's store of files, and those that products name. */
export function shownPolicy(own: Record<string, string> = {}): string {
  const store = mediaUrl('')
  const files = URL.canParse(store) ? ` ${new URL(store).origin}` : ''
  return pagePolicy({ 'img-src': `'self' https:${files}`, 'form-action': "'self'", ...own })
}

/** The texts of a page of a link that leads nowhere. */
type Gone = (language: Language) => readonly [title: string, text: string]

const anyGone: Gone = (language) => {
  const { gone, goneText } = textsIn('page', language)
  return [gone, goneText]
}

/** Pages read forms, and say what goes wrong as pages. Scripts, which send JSON, get JSON. */
export function registerPageScope(scope: FastifyInstance, root: string, gone: Gone = anyGone): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 65_536 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  // Links and forms of these pages are relative: below a path with a slash at its end they would lead elsewhere.
  scope.addHook('onRequest', (request, reply, done) => {
    const [, last, query = ''] = /\/([^/?]+)\/(\?.*)?$/.exec(request.url) ?? []
    if (last === undefined) done()
    else reply.redirect(`../${last}${query}`, 308)
  })
  scope.setErrorHandler((error, request, reply) => {
    const refusal = beginRefusal(error, request, reply)
    if (request.headers['content-type']?.startsWith('application/json'))
      return reply.send(errorBody(refusal, request.id))
    return sendPage(reply, renderRefusal(refusal, request, root, gone), formPolicy)
  })
}

/** Fields of a form that was sent; none of anything else. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

function renderRefusal(error: AppError, request: FastifyRequest, root: string, gone: Gone): string {
  const language = pageLanguage(request.headers['accept-language'])
  const t = textsIn('page', language)
  const [title, text] =
    error.status === 404
      ? gone(language)
      : error.status === 429
        ? [t.tooMany, waitText(error, language)]
        : error.status === 503
          ? [t.busy, t.busyText]
          : [t.failed, t.failedText]
  return renderCard({ language, root, title, sign: 'wrong', main: renderText(text) })
}

export function waitText({ retryAfter = 60 }: AppError, language: Language): string {
  return fill(textsIn('page', language).waitText, { seconds: Math.max(1, Math.ceil(retryAfter)) }, language)
}
