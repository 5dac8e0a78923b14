import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKeyedLimit } from './keyed-limit.ts'

it('work of one key runs so many at a time, in order, whatever fails; that of another key does not wait', async () => {
  const inTurn = createKeyedLimit(2)
  const began: string[] = []
  const pending = new Map<string, PromiseWithResolvers<string>>()
  const begin = (key: string, name: string) =>
    inTurn(key, () => {
      began.push(name)
      const work = Promise.withResolvers<string>()
      pending.set(name, work)
      return work.promise
    })
  const works = ['a', 'b', 'c', 'd'].map((name) => begin('key', name))
  works.push(begin('other', 'e'))
  await nextTurn()
  assert.deepEqual(began, ['a', 'b', 'e'])
  pending.get('b')?.reject(new Error('failed'))
  await assert.rejects(works[1] as Promise<string>, /failed/)
  await nextTurn()
  assert.deepEqual(began, ['a', 'b', 'e', 'c'])
  for (const name of ['a', 'c']) pending.get(name)?.resolve(name)
  await nextTurn()
  for (const name of ['d', 'e']) pending.get(name)?.resolve(name)
  assert.deepEqual(await Promise.all(works.filter((_, n) => n !== 1)), ['a', 'c', 'd', 'e'])
})
