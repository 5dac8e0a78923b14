import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { createFairTurns } from './fair-turns.ts'
import { fileName, storeSizes } from './store-picture.ts'

describe('files of a picture', () => {
  const rendered = [
    {
      width: 160,
      height: 90,
      webp: { path: 'a', digest: 'a'.repeat(16) },
      jpeg: { path: 'b', digest: 'b'.repeat(16) },
    },
  ]
  const store = { put: async () => {} }

  it('are named by the picture, the width and their content', async () => {
    const names: string[] = []
    const put = async (name: string) => void names.push(name)
    const { width, height, sizes } = await storeSizes({ ...store, put } as never, newId(), rendered)
    assert.deepEqual([width, height, sizes.length], [160, 90, 1])
    assert.deepEqual(names.sort(), [sizes[0]?.jpeg, sizes[0]?.webp].sort())
    for (const name of names) assert.match(name, fileName)
  })

  it('a fault of one file is told once both have ended', async () => {
    const ended: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const put = async (name: string) => {
      if (name.endsWith('.webp')) throw new Error('full')
      await promise
      ended.push(name)
    }
    const stored = storeSizes({ ...store, put } as never, newId(), rendered).then(
      () => 'stored',
      (error: Error) => `${error.message} after ${ended.length}`,
    )
    const first = await Promise.race([stored, new Promise((next) => setImmediate(() => next('waits')))])
    resolve()
    assert.deepEqual([first, await stored], ['waits', 'full after 1'])
  })
})

describe('turns of shops', () => {
  it('one piece of work runs at a time, the shops in turn, and one that fails stops no other', async () => {
    const inTurn = createFairTurns()
    const done: string[] = []
    let running = 0
    const work = (name: string) => async () => {
      running += 1
      assert.equal(running, 1)
      await new Promise((next) => setImmediate(next))
      running -= 1
      done.push(name)
      if (name === 'a2') throw new Error('it fails')
    }
    const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => inTurn(name.slice(0, 1), work(name)))
    const outcomes = await Promise.allSettled(asked)
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      [true, false, true, true, true, true],
    )
    await inTurn('a', work('a4'))
    assert.equal(done.at(-1), 'a4')
  })
})
