import type { TestApp } from './app.ts'

/** Servers and reasons of the reads made by `work`. */
export async function causesOf(service: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readCounts(service)
  await work()
  const counted = await readCounts(service)
  return [...counted].flatMap(([cause, count]) => Array<string>(count - (before.get(cause) ?? 0)).fill(cause))
}

async function readCounts({ deps }: TestApp): Promise<Map<string, number>> {
  const counter = await deps.metrics.getSingleMetric('database_reads_total')?.get()
  return new Map(counter?.values.map(({ labels, value }) => [String(labels['because']), value]))
}

/** Current value of a gauge. */
export async function metric({ deps }: TestApp, name: string): Promise<number> {
  const text = await deps.metrics.metrics()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
