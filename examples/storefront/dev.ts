import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Loads the page again once another process answers: `--watch-path` starts one with each change of a file. */
const script = `let running
new EventSource('/dev/events').onmessage = ({ data }) => {
  if (running !== undefined && running !== data) location.reload()
  running = data
}
`

/** While the storefront is developed: pages follow its files. Answers the path of their script. */
export function serveReloads(app: FastifyInstance): string {
  const process = randomUUID()
  const open = new Set<FastifyReply['raw']>()
  app.get('/dev/reload.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  app.get('/dev/events', (_, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    raw.write(`retry: 200\ndata: ${process}\n\n`)
    open.add(raw)
    raw.on('close', () => open.delete(raw))
  })
  // Else the process would wait for them, and the next one for it.
  app.addHook('preClose', async () => {
    for (const raw of open) raw.end()
  })
  return '/dev/reload.js'
}
