import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventPublicId, eventUuid, isUuid, newId, newOrderNumber } from './ids.ts'

describe('ids', () => {
  it('are UUIDv7 in the order they were made', () => {
    const ids = Array.from({ length: 1000 }, newId)
    assert.deepEqual([...ids].sort(), ids)
    assert.ok(ids.every((id) => isUuid(id) && id[14] === '7'))
  })

  it('of events have a public form and back', () => {
    const id = newId()
    assert.match(eventPublicId(id), /^evt_[0-9a-f]{32}$/)
    assert.equal(eventUuid(eventPublicId(id)), id)
    assert.equal(eventUuid(id), undefined)
  })

  it('of orders say the day and no count', () => {
    const number = newOrderNumber(new Date('2026-11-21T23:59:59Z'))
    assert.match(number, /^261121-[0-9A-HJKMNP-TV-Z]{6}$/)
  })
})
