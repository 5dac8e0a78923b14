import { test } from 'node:test'
import { ignoreWrongClocks } from '#test/faults/wrong-clock.ts'

test('workers whose clocks are ten minutes fast and slow deliver, retry and recover as any', (t) =>
  ignoreWrongClocks(t, {
    events: 20,
    gaps: [0.2, 0.5, 0.5, 0.5, 0.5],
    options: { leaseMs: 6_000, reclaimMs: 250 },
    environment: { WEBHOOK_TIMEOUT_SECONDS: '4' },
    answerAfterMs: 600,
    recoveredWithinMs: 60_000,
  }))
