import { test } from 'node:test'
import { replaceWorkers } from '#test/faults/ended-workers.ts'

test('two workers are replaced by SIGTERM under load: nothing lost, nothing sent twice', (t) =>
  replaceWorkers(t, { restarts: 2, answerAfterMs: 300, everyMs: 50, receivers: 10 }))
