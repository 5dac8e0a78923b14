import { test } from 'node:test'
import { recoverTwice } from './recovered-twice.ts'

test('3,000 failed deliveries are recovered twice at once, and twice more while they are sent: each is sent once', (t) =>
  recoverTwice(t, 3_000))
