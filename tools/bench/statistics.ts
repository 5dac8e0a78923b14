/** The few figures a bench needs of its samples. */

/** The value below which `share` (0 to 1) of the samples lie; 0 of none. Sorted input. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

export interface Latencies {
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
}

/** Sorts the samples in place. */
export function latenciesOf(milliseconds: number[] | Float64Array): Latencies {
  milliseconds.sort((a: number, b: number) => a - b)
  const at = (share: number) => percentile(milliseconds as number[], share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
