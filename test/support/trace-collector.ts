import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A span as it arrived, with its attributes by name. */
export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: string
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
  isError: boolean
  /** Of the process that sent it. */
  resource: Record<string, unknown>
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  origin: string
  spans: CollectedSpan[]
  /** All that arrived, as text. */
  text(): string
  /** Headers of the last request. */
  headers(): Record<string, string | string[] | undefined>
  close(): Promise<void>
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

interface Keyed {
  key: string
  value: Record<string, unknown>
}

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Keyed[]
  events?: { name: string; attributes: Keyed[] }[]
  status?: { code?: number }
}

interface Sent {
  resourceSpans: { resource: { attributes: Keyed[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

const byName = (attributes: Keyed[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector of OTLP over HTTP, in JSON; `answer` in place of its own answer. */
export async function startTraceCollector(answer?: RequestListener, port = 0): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  let text = ''
  let headers: Record<string, string | string[] | undefined> = {}
  const take: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    text += body
    headers = request.headers
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          kind: kinds[span.kind] ?? '',
          parentSpanId: span.parentSpanId || undefined,
          attributes: byName(span.attributes),
          events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: byName(attributes) })),
          isError: span.status?.code === 2,
          resource: byName(resource.attributes),
        })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer(answer ?? take)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => text,
    headers: () => headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The span of this name, once it has arrived. */
export function spanNamed({ spans }: TraceCollector, name: string): Promise<CollectedSpan> {
  return until(async () => spans.find((span) => span.name === name), `a span ${name}`)
}
