import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatherReads } from './gathered-reads.ts'

/** A read that ends when told to. */
function heldReads(limits: { atOnce: number; max: number }) {
  const reads: { questions: readonly string[]; answer(value: string): void; fail(error: Error): void }[] = []
  const ask = gatherReads<string, string>(
    (questions) => new Promise((answer, fail) => void reads.push({ questions, answer, fail })),
    limits,
  )
  return { reads, ask }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('reads gathered', () => {
  it('the first question is read at once; those asked meanwhile are answered together by a later read', async () => {
    const { reads, ask } = heldReads({ atOnce: 1, max: 10 })
    const first = ask('a')
    const others = [ask('b'), ask('c')]
    assert.deepEqual(
      reads.map(({ questions }) => questions),
      [['a']],
    )
    reads[0]?.answer('one')
    assert.equal(await first, 'one')
    await settled()
    assert.deepEqual(reads[1]?.questions, ['b', 'c'])
    reads[1]?.answer('two')
    assert.deepEqual(await Promise.all(others), ['two', 'two'])
  })

  it('at most `atOnce` reads run, at most `most` questions are in one, and all are answered', async () => {
    const { reads, ask } = heldReads({ atOnce: 2, max: 3 })
    const answers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(ask)
    assert.equal(reads.length, 2)
    for (let n = 0; n < 4; n++) {
      reads[n]?.answer(`read ${n}`)
      await settled()
    }
    assert.deepEqual(
      reads.map(({ questions }) => questions),
      [['a'], ['b'], ['c', 'd', 'e'], ['f', 'g']],
    )
    assert.equal((await Promise.all(answers)).at(-1), 'read 3')
  })

  it('a read that fails rejects its own questions; the next reads go on', async () => {
    const { reads, ask } = heldReads({ atOnce: 1, max: 10 })
    const [first, second] = [ask('a'), ask('b')]
    reads[0]?.fail(new Error('gone'))
    await assert.rejects(first, /gone/)
    await settled()
    reads[1]?.answer('there')
    assert.equal(await second, 'there')
    const third = ask('c')
    reads[2]?.answer('still')
    assert.equal(await third, 'still')
  })
})
