import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ReturnMover, type ReturnStatus, returnStatuses, transitionsOf } from './rules.ts'

describe('statuses of returns', () => {
  it('change as this table says, and in no other way', () => {
    const table: Record<ReturnStatus, Record<ReturnMover, ReturnStatus[]>> = {
      requested: { staff: ['approved', 'declined'], customer: ['cancelled'], clock: [] },
      approved: { staff: ['received', 'refunded'], customer: ['cancelled'], clock: ['closed'] },
      received: { staff: ['refunded', 'closed'], customer: [], clock: [] },
      declined: { staff: [], customer: [], clock: [] },
      refunded: { staff: [], customer: [], clock: [] },
      closed: { staff: [], customer: [], clock: [] },
      cancelled: { staff: [], customer: [], clock: [] },
    }
    for (const status of returnStatuses)
      for (const mover of ['staff', 'customer', 'clock'] as const)
        assert.deepEqual(transitionsOf(status, mover), table[status][mover], `${status} by ${mover}`)
  })
})
