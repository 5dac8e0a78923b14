import { test } from 'node:test'
import { deliverBesideHanging } from '#test/faults/hanging-tenth.ts'

test('three of thirty receivers hang until the deadline each time: the others get everything', (t) =>
  deliverBesideHanging(t, {
    receivers: 30,
    events: 40,
    everyMs: 50,
    cap: 10,
    environment: { WEBHOOK_TIMEOUT_SECONDS: '5' },
    options: { quickSlots: 20, slowSlots: 20, slowAfterMs: 200 },
  }))
