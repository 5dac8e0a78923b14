import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CursorPosition, createCursorCodec } from './cursor.ts'

describe('cursor', () => {
  const cursors = createCursorCodec(Buffer.alloc(32, 1))
  const position: CursorPosition = {
    after: ['2026-11-21T09:30:00.000Z', 'a0', 12, null],
    offset: 40,
    total: { total: 10_000, precision: 'at_least' },
  }

  it('gives its position back for the list it was made for', () => {
    assert.deepEqual(cursors.decode('list', cursors.encode('list', position)), position)
  })

  it('is refused for another list, under another key, and with any character changed', () => {
    const cursor = cursors.encode('list', position)
    const refused = { code: 'INVALID_CURSOR' }
    assert.throws(() => cursors.decode('other', cursor), refused)
    assert.throws(() => createCursorCodec(Buffer.alloc(32, 2)).decode('list', cursor), refused)
    for (let i = 0; i < cursor.length; i++) {
      const altered = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`
      assert.throws(() => cursors.decode('list', altered), refused)
    }
    for (const nonsense of ['', 'x', '%00', '=', cursor + cursor]) {
      assert.throws(() => cursors.decode('list', nonsense), refused)
    }
  })
})
