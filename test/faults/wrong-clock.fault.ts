import { test } from 'node:test'
import { ignoreWrongClocks } from './wrong-clock.ts'

test('workers whose clocks are ten minutes fast and slow deliver, retry and recover as any, with the leases of production', (t) =>
  ignoreWrongClocks(t, {
    events: 100,
    gaps: [1, 5, 25, 125, 300],
    options: {},
    environment: {},
    answerAfterMs: 8_000,
    recoveredWithinMs: 120_000,
  }))
