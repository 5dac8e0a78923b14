import { test } from 'node:test'
import { deliverBesideHanging } from './hanging-tenth.ts'

test('ten of a hundred receivers hang for 30 s each time, for a minute and a half: the others get everything', (t) =>
  deliverBesideHanging(t, { receivers: 100, events: 900, everyMs: 100, cap: 10, environment: {} }))
