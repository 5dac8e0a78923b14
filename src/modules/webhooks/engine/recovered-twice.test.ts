import { test } from 'node:test'
import { recoverTwice } from '#test/faults/recovered-twice.ts'

test('failed deliveries are recovered twice at once, and twice more while they are sent: each is sent once', (t) =>
  recoverTwice(t, 100))
