import { test } from 'node:test'
import { claimFromARush } from '#test/faults/due-at-once.ts'

test('6,000 deliveries due at once, for 300 receivers: a claim reads what it takes, and all are delivered', (t) =>
  claimFromARush(t, { shops: 3, receiversPerShop: 100, eventsPerShop: 20, workers: 1, claims: 20 }))
