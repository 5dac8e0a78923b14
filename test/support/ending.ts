import type { TestContext } from 'node:test'
import type { AtEnd } from '#test/upgrade/release.ts'

/** Ends in reverse order of starts: services before their databases. */
export function endingInReverse(t: TestContext): AtEnd {
  const ends: Parameters<AtEnd>[0][] = []
  t.after(async () => {
    for (const end of ends.reverse()) await end()
  })
  return (end) => ends.push(end)
}
