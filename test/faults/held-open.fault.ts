import { test } from 'node:test'
import { deliverForMinutes, passOverDeadRows } from './held-open.ts'

test('a transaction held open for four minutes: deliveries go on, claims stay short, a metric shows it', (t) =>
  deliverForMinutes(t, { seconds: 240, perSecond: 200 }))

test('claims do not read 30,000 dead rows that a transaction held open keeps', (t) => passOverDeadRows(t, 3_000))
