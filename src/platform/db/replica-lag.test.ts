import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPrimaryPositions, replayable } from './replica-lag.ts'

describe('the age of a standby', () => {
  it('is that of the newest sample that it has replayed', () => {
    const positions = createPrimaryPositions(10_000)
    assert.equal(positions.currentAt(100), Number.NEGATIVE_INFINITY)
    positions.add(100, 1_000)
    positions.add(200, 2_000)
    assert.deepEqual([99, 100, 150, 200, 250].map(positions.currentAt), [-Infinity, 1_000, 1_000, 2_000, 2_000])
  })

  it('does not grow while the primary writes nothing', () => {
    const positions = createPrimaryPositions(10_000)
    for (let at = 0; at < 60_000; at += 500) positions.add(100, at)
    assert.equal(positions.currentAt(100), 59_500)
  })

  it('is still known of a sample older than those that are kept', () => {
    const positions = createPrimaryPositions(1_000)
    for (let n = 0; n < 100; n++) positions.add(n, n * 500)
    assert.equal(positions.currentAt(97), 97 * 500)
    assert.equal(positions.currentAt(50), Number.NEGATIVE_INFINITY)
  })

  it('begins anew after a failover that lost what was written last', () => {
    const positions = createPrimaryPositions(10_000)
    positions.add(300, 1_000)
    positions.add(200, 2_000)
    assert.deepEqual([positions.currentAt(200), positions.currentAt(300)], [2_000, 2_000])
    assert.equal(positions.currentAt(199), Number.NEGATIVE_INFINITY)
  })

  it('does not wait for the header of a page of WAL that nothing is written to', () => {
    const page = 5 * 8_192
    assert.deepEqual([page, page + 24, page + 40, page + 48].map(replayable), [page, page, page, page + 48])
  })
})
