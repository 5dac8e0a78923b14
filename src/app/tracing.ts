import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '#src/config/tracing.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { useTools } from '#src/platform/tracing/index.ts'

export interface Tracing {
  /** Sends what is left, for a short time at most, and traces no more. Never rejects. */
  stop(): Promise<void>
}

/** A stop waits so long for the collector. */
const flushMs = 2_000

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win. */
const serviceName = 'commerce-platform'
const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]

/** Sends spans of this process by OTLP. Loaded only when traces are switched on. */
export async function startTracing(settings: TracingSettings, logger: Logger): Promise<Tracing> {
  for (const warning of settings.warnings) logger.warn(warning)
  const exporter = await createExporter(settings)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors })),
    sampler: createSampler(settings),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(exporter, logger), scheduledDelayMillis: settings.everyMs }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  useTools({ tracer: trace.getTracer(serviceName), parseTraceparent: parseTraceParent })
  logger.info({ protocol: settings.protocol }, 'traces are sent')
  return {
    async stop() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, flushMs)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
      useTools(undefined)
      trace.disable()
      context.disable()
    },
  }
}

async function createExporter({ protocol }: TracingSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/**
 * Each trace that begins here is kept or not by chance. So is one that a `traceparent` brought: neither its flag nor
 * its id decides, or a stranger could have all of their requests recorded, or none.
 */
function createSampler({ ratio }: TracingSettings): Sampler {
  const byChance = ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio)
  const ids = new RandomIdGenerator()
  const root: Sampler = {
    shouldSample: (context) => byChance.shouldSample(context, ids.generateTraceId()),
    toString: () => `ByChance{${ratio}}`,
  }
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
}

/** Says once that spans cannot be sent, and once that they can again. They are dropped meanwhile. */
function reporting(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false
  const report = ({ code, error }: ExportResult) => {
    const hasFailed = code !== ExportResultCode.SUCCESS
    if (hasFailed && !isFailing) logger.warn({ reason: error?.message }, 'traces cannot be sent, and are dropped')
    if (!hasFailed && isFailing) logger.info('traces are sent again')
    isFailing = hasFailed
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        report(result)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
