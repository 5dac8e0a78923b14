/** Encodings of OTLP over HTTP. */
type TraceProtocol = 'http/protobuf' | 'http/json'

export interface TracingSettings {
  protocol: TraceProtocol
  /** Share of the traces that are kept, from 0 to 1. */
  ratio: number
  /** Spans are sent this often. */
  everyMs: number
  /** Values that the service does not know, and what holds instead. */
  warnings: readonly string[]
}

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']

/**
 * The settings of OpenTelemetry that decide whether and which traces are sent; undefined: none. The exporter reads its
 * address, headers and timeout by itself. As the specification of OpenTelemetry says, an unknown value is ignored: a
 * service does not stop for its traces.
 */
export function readTracing(environment: NodeJS.ProcessEnv = process.env): TracingSettings | undefined {
  const read = (name: string) => environment[name]?.trim() || undefined
  const warnings: string[] = []
  const exporter = read('OTEL_TRACES_EXPORTER')
  const named = endpoints.filter((name) => read(name) !== undefined)
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || exporter === 'none') return undefined
  if (exporter === undefined && named.length === 0) return undefined
  if (exporter !== undefined && exporter !== 'otlp')
    warnings.push(`OTEL_TRACES_EXPORTER=${exporter} is not supported; otlp is used`)
  // As the exporter does. The value is not logged: it may hold a password.
  for (const name of named)
    if (!/^https?:$/.test(URL.parse(read(name) ?? '')?.protocol ?? ''))
      warnings.push(`${name} is not an http:// or https:// address; http://localhost:4318 is used`)
  return {
    protocol: readProtocol(read, warnings),
    ratio: readRatio(read, warnings),
    everyMs: readDelay(read, warnings),
    warnings,
  }
}

type Read = (name: string) => string | undefined

function readProtocol(read: Read, warnings: string[]): TraceProtocol {
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL')
  if (protocol === 'http/json') return protocol
  if (protocol !== undefined && protocol !== 'http/protobuf')
    warnings.push(`OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not supported; http/protobuf is used`)
  return 'http/protobuf'
}

const shares: Record<string, number | 'argument'> = { always_on: 1, always_off: 0, traceidratio: 'argument' }

/** With and without `parentbased_` they are the same: a span follows its own trace, and no flag of a stranger. */
function readRatio(read: Read, warnings: string[]): number {
  const name = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const share = shares[name.replace(/^parentbased_/, '')]
  if (share === undefined) warnings.push(`OTEL_TRACES_SAMPLER=${name} is not supported; parentbased_always_on is used`)
  if (share !== 'argument') return share ?? 1
  const argument = read('OTEL_TRACES_SAMPLER_ARG')
  const ratio = Number(argument ?? 1)
  if (ratio >= 0 && ratio <= 1) return ratio
  warnings.push(`OTEL_TRACES_SAMPLER_ARG=${argument} is not a share from 0 to 1; 1 is used`)
  return 1
}

function readDelay(read: Read, warnings: string[]): number {
  const given = read('OTEL_BSP_SCHEDULE_DELAY')
  const ms = Number(given ?? 5_000)
  if (Number.isInteger(ms) && ms > 0 && ms <= 600_000) return ms
  warnings.push(`OTEL_BSP_SCHEDULE_DELAY=${given} is not a number of milliseconds; 5000 is used`)
  return 5_000
}
