import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventPublicId, eventUuid, isUuid, newId, newOrderSuffix } from './ids.ts'

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

  it('of orders end in what is no count', () => {
    assert.match(newOrderSuffix(), /^-[0-9A-HJKMNP-TV-Z]{6}$/)
  })
})
