import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
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
