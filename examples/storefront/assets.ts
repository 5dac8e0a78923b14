import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Assets } from './view.ts'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', woff2: 'font/woff2' }

interface Asset {
  path: string
  type: string
  body: Buffer
}

/** Styles, scripts and the font, at addresses that change with their content, so that browsers keep them for good. */
export function serveAssets(app: FastifyInstance): Assets {
  const script = (name: string) => asset(name, 'js', Buffer.from(withoutTypes(read(`browser/${name}.ts`))))
  // In their order: what is narrow comes last.
  const parts = ['frame', 'pages', 'narrow'].map((name) => read(`browser/${name}.css`))
  const styles = asset('styles', 'css', Buffer.concat(parts))
  const scripts = [script('shop'), script('card'), script('consent')] as const
  const font = fontOf()
  for (const one of [styles, ...scripts, ...(font ? [font] : [])]) serve(app, one)
  app.get('/favicon.svg', (_, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(favicon),
  )
  return {
    styles: styles.path,
    script: scripts[0].path,
    cardScript: scripts[1].path,
    consentScript: scripts[2].path,
    font: font?.path,
  }
}

function serve(app: FastifyInstance, { path, type, body }: Asset): void {
  const isText = type !== types.woff2
  const forms = isText && { br: brotliCompressSync(body), gzip: gzipSync(body) }
  app.get(path, (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? ''
    const form = forms && (['br', 'gzip'] as const).find((name) => accepted.includes(name))
    if (form) reply.header('content-encoding', form)
    return reply
      .headers({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(form && forms ? forms[form] : body)
  })
}

function asset(name: string, kind: keyof typeof types, body: Buffer): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}-${digest}.${kind}`, type: types[kind], body }
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

/** Browsers take JavaScript. Node.js calls this experimental, which is no news for whoever runs the shop. */
function withoutTypes(source: Buffer): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source.toString()).replace(/^\s*\/\*\*.*?\*\/$|[ \t]+$/gms, '')
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Inter, if it is installed; else pages are set in the font of the system. */
function fontOf(): Asset | undefined {
  try {
    const file = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
    return { ...asset('inter', 'woff2', readFileSync(fileURLToPath(file))), path: '/assets/inter.woff2' }
  } catch {
    return undefined
  }
}

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"
fill="#1f4a3d"/><path d="M8 12h16l-1.500 13h-13L8 12Zm4 0v-1.500a4 4 0 0 1 8 0V12" fill="none" stroke="#fff"
stroke-width="2.200" stroke-linejoin="round"/></svg>`
