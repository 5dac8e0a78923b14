import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { AppError } from '#src/platform/lib/errors.ts'
import { fill, type Language, type Said, textsIn } from '#src/platform/lib/languages.ts'
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

/** What a page says of a link that leads nowhere. */
interface Gone {
  title: Said
  text: Said
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

const anyGone: Gone = {
  title: ['There is nothing here', 'Hier ist nichts'],
  text: [
    'This link is wrong, or it has ended. Open it from the mail again.',
    'Dieser Link stimmt nicht oder gilt nicht mehr. Öffnen Sie ihn noch einmal aus der E-Mail.',
  ],
}

const texts = {
  tooMany: ['One moment, please', 'Einen Moment bitte'],
  busy: ['We will be right back', 'Wir sind gleich zurück'],
  busyText: ['Please try again in a minute.', 'Bitte versuchen Sie es in einer Minute noch einmal.'],
  failed: ['This did not work', 'Das hat nicht geklappt'],
  failedText: [
    'Nothing was changed. Please try again.',
    'Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
  ],
  waitText: [
    'Too many requests came from your connection. Please try again in {seconds} seconds.',
    'Von Ihrem Anschluss kamen zu viele Anfragen. Bitte versuchen Sie es in {seconds} Sekunden noch einmal.',
  ],
} satisfies Record<string, Said>

function renderRefusal(error: AppError, request: FastifyRequest, root: string, gone: Gone): string {
  const language = pageLanguage(request.headers['accept-language'])
  const t = { ...textsIn(texts, language), ...textsIn({ gone: gone.title, goneText: gone.text }, language) }
  const [title, text] =
    error.status === 404
      ? [t.gone, t.goneText]
      : error.status === 429
        ? [t.tooMany, waitText(error, language)]
        : error.status === 503
          ? [t.busy, t.busyText]
          : [t.failed, t.failedText]
  return renderCard({ language, root, title, sign: 'wrong', main: renderText(text) })
}

export function waitText({ retryAfter = 60 }: AppError, language: Language): string {
  return fill(textsIn(texts, language).waitText, { seconds: String(Math.max(1, Math.ceil(retryAfter))) })
}
