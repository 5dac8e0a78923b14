import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { summarizeStatement } from './statement-summary.ts'

/** Loaded with the SDK of OpenTelemetry, which takes longer than a request may. */
export interface Tools {
  tracer: Tracer
  parseTraceparent(header: string): SpanContext | null
}

/** Undefined unless traces were switched on: then every function here returns at once. */
let tools: Tools | undefined

/** Spans begin with these from now on. */
export function useTools(given: Tools | undefined): void {
  tools = given
}

export function isTracing(): boolean {
  return tools !== undefined
}

/** The span that a caller's `traceparent` names. Its `tracestate` is not read: it is text of a stranger. */
export function readTraceparent(header: string): SpanContext | undefined {
  return tools?.parseTraceparent(header) ?? undefined
}

/**
 * Begins the span of a request. `parent` is what its `traceparent` said: its trace goes on here, but its flag does not
 * decide whether this span is kept (app/tracing.ts).
 */
export function startRequestSpan(method: string, route: string | undefined, parent?: SpanContext): Span | undefined {
  if (tools === undefined) return undefined
  const from = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
  const attributes: Attributes = { 'http.request.method': method }
  if (route !== undefined) attributes['http.route'] = route
  return tools.tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    { kind: SpanKind.SERVER, attributes },
    from,
  )
}

/** Runs `work`, and everything that it begins, as a part of this span. */
export function runIn<T>(span: Span | undefined | null, work: () => T): T {
  return span ? context.with(trace.setSpan(ROOT_CONTEXT, span), work) : work()
}

/** The same for work that another request may begin, such as the one after it in a queue. */
export function keepingSpan(work: () => void): () => void {
  return tools === undefined ? work : context.bind(context.active(), work)
}

/** A span that ends with `work`, which is not a part of any other. */
export async function inJobSpan<T>(job: string, attempt: number, work: () => Promise<T>): Promise<T> {
  if (tools === undefined) return work()
  const attributes = { 'commerce.job': job, 'commerce.attempt': attempt }
  const span = tools.tracer.startSpan(`job ${job}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT)
  try {
    return await runIn(span, work)
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}

/** A span for one attempt of a delivery, which is sent by another transaction than the one that caused it. */
export function startClientSpan(name: string, attributes: Attributes): Span | undefined {
  return tools?.tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)
}

/** The header by which a receiver continues the trace. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The reason is a code: messages can hold what a client sent. */
export function failSpan(span: Span, reason: string): void {
  span.setAttribute('error.type', reason)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Notes in the current span that it caused an event: a search for the id finds the deliveries, too. */
export function noteEvent(event: string, id: string): void {
  if (tools !== undefined)
    trace.getSpan(context.active())?.addEvent('event', { 'commerce.event': event, 'commerce.event_id': id })
}

/**
 * A span of a statement, from sending to its result, named by what it does and its table, such as `insert orders`. Only
 * in a span that is kept: polling has none. Its text is not sent, nor are its values.
 */
export function traceStatement(text: string, name: string | undefined, result: Promise<unknown>): void {
  if (tools === undefined) return
  const active = context.active()
  if (trace.getSpan(active)?.isRecording() !== true) return
  const { operation, target } = summarizeStatement(text)
  const attributes: Attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
  if (target !== undefined) attributes['db.collection.name'] = target
  if (name !== undefined) attributes['commerce.prepared_statement'] = name
  const summary = target === undefined ? operation : `${operation} ${target}`
  const span = tools.tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, active)
  const end = () => span.end()
  result.then(end, (error: { code?: unknown }) => {
    const { code } = error
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
    failSpan(span, typeof code === 'string' ? code : 'unknown')
    end()
  })
}
