import { test } from 'node:test'
import { claimFromARush } from './due-at-once.ts'

test('100,000 deliveries due at once, for 2,000 receivers: a claim reads what it takes, and all are delivered', (t) =>
  claimFromARush(t, { shops: 20, receiversPerShop: 100, eventsPerShop: 50, workers: 2, claims: 500 }))
