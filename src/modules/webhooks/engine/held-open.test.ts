import { test } from 'node:test'
import { passOverDeadRows } from '#test/faults/held-open.ts'

test('claims do not read the dead rows that a transaction held open keeps, and metrics show it', (t) =>
  passOverDeadRows(t, 300))
