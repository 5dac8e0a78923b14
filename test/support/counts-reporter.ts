import type { TestEvent } from 'node:test/reporters'

export interface Counts {
  passed: number
  failed: number
  /** Names of failed suites and tests that are in no other: in the quick tier these are paths of test files. */
  failedAtTop: string[]
}

/** A reporter of node's test runner: writes `Counts` as JSON. A cancelled test counts as failed. */
// biome-ignore lint/style/noDefaultExport: node's test runner takes a reporter by it
export default async function* countTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: Counts = { passed: 0, failed: 0, failedAtTop: [] }
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.nesting === 0) counts.failedAtTop.push(data.name)
    if (type !== 'test:summary' || data.file !== undefined) continue
    const { passed, tests, skipped, todo } = data.counts
    counts.passed += passed
    counts.failed += tests - passed - skipped - todo
  }
  yield JSON.stringify(counts)
}
