import { test } from 'node:test'
import { replaceWorkers } from './ended-workers.ts'

test('twelve workers are replaced one after the other, SIGTERM each time, under load: nothing lost, nothing sent twice', (t) =>
  replaceWorkers(t, { restarts: 12, answerAfterMs: 1_500, everyMs: 50, receivers: 20 }))
