import type { TestApp } from './app.ts'

/** Why the reads went where they did that `work` made. */
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

/** What a gauge shows now. */
export async function metric({ deps }: TestApp, name: string): Promise<number> {
  const text = await deps.metrics.metrics()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
