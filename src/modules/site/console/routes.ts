import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from '#src/platform/http/answers/accepted-coding.ts'
import type { App } from '#src/platform/http/app.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { renderCard } from '#src/platform/http/pages/frame.ts'
import { hidden, pagePolicy, sendPage } from '#src/platform/http/pages/pages.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { consoleFolder } from './folder.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Scripts, styles, fonts and requests of this service only; `style` attributes are set by scripts, never parsed.
 * Pictures of products come from wherever the shop keeps them.
 */
/** `blob:`: the first picture of a video that is about to be sent. */
const policy = pagePolicy({ 'img-src': "'self' data: https:", 'media-src': 'blob:' })

/**
 * `/console`: the built pages of packages/console. The folder is listed at the start, so no path of a request reaches
 * the file system. Names under `assets/` contain a hash of their content. All other paths are pages within the console,
 * which its one HTML page reads from the address.
 */
export async function consoleRoutes(app: App, _deps: unknown, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  const names = await readdir(consoleFolder, { recursive: true }).catch(() => [])
  const files = new Set(names.map((name) => name.replaceAll('\\', '/')))
  const notBuilt = renderCard({
    language: 'en',
    root: '',
    title: 'The console is not built',
    sign: 'wrong',
    main: await readFile(new URL('console-not-built.html', import.meta.url), 'utf8'),
  })

  app.get('/console', hidden, (request, reply) => send(request, reply, 'index.html'))
  app.get<{ Params: { '*': string } }>('/console/*', hidden, (request, reply) => {
    const name = request.params['*']
    if (files.has(name) && extname(name) in types && name !== 'manifest.json') return send(request, reply, name)
    if (name.startsWith('assets/')) throw new AppError('NOT_FOUND', 'no such file')
    return send(request, reply, 'index.html')
  })

  async function send(request: FastifyRequest, reply: FastifyReply, name: string) {
    if (!files.has('index.html')) return sendPage(reply.code(503), notBuilt)
    const coding = acceptedCoding(request.headers['accept-encoding'])
    const packed = coding && `${name}.${coding === 'br' ? 'br' : 'gz'}`
    const isPacked = packed !== undefined && files.has(packed)
    if (isPacked) reply.header('content-encoding', coding)
    if (name.startsWith('assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    if (name === 'index.html') reply.header('content-security-policy', policy)
    return reply
      .header('vary', 'accept-encoding')
      .type(types[extname(name)] as string)
      .send(await readFile(`${consoleFolder}${isPacked ? packed : name}`))
  }
}
