import { createServer, type IncomingMessage, type Server } from 'node:http'
import { verify, type WebhookEvent, WebhookVerificationError } from './verify.ts'

const maxBodyBytes = 1_048_576

export interface ReceiverOptions {
  /** The secret of the subscription; during a rotation also the old one. */
  secrets: readonly string[]
  /** Called once for each event. If it fails, the answer is 500 and the event is delivered again. */
  handle: (event: WebhookEvent) => Promise<void> | void
}

/**
 * A webhook receiver on node:http: 401 if the signature is not valid, 204 if the event is handled, now or before.
 * The example keeps the ids in memory. A real receiver inserts the id into a table with a unique index, in the
 * transaction that handles the event.
 */
export function createReceiver(options: ReceiverOptions): Server {
  const seen = new Map<string, Promise<void>>()

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405
    const body = await readBody(request)
    if (body === undefined) return 413
    const event = verify(body, request.headers, options.secrets)
    await once(event)
    return 204
  }

  /**
   * Deliveries of one event at the same time share one call of `handle`. A failed call is removed: a retry calls again.
   */
  function once(event: WebhookEvent): Promise<void> {
    const first = seen.get(event.id)
    if (first) return first
    const run = Promise.resolve().then(() => options.handle(event))
    run.catch(() => seen.delete(event.id))
    seen.set(event.id, run)
    if (seen.size > 100_000) seen.delete(seen.keys().next().value ?? '')
    return run
  }

  return createServer((request, response) => {
    receive(request)
      .catch((error: unknown) => (error instanceof WebhookVerificationError ? 401 : 500))
      .then((status) => response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end())
  })
}

/** The raw bytes, over which the signature is made. Undefined if too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // By default leaving the loop destroys the connection before the 413 is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

if (import.meta.main) {
  const secrets = (process.env['WEBHOOK_SECRET'] ?? '').split(',').filter((secret) => secret !== '')
  if (secrets.length === 0) {
    process.stderr.write('WEBHOOK_SECRET is missing: the secret shown when the subscription was made\n')
    process.exit(1)
  }
  const server = createReceiver({
    secrets,
    handle: (event) => void process.stdout.write(`${event.event} ${event.id}\n`),
  })
  server.listen(Number(process.env['PORT'] ?? 4000), process.env['HOST'] ?? '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : address
    process.stdout.write(`listening on port ${port}\n`)
  })
}
