import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onceSuccessful } from './once-successful.ts'

it('what is kept is made once, also for calls at the same time', async () => {
  let made = 0
  const read = onceSuccessful(async () => {
    made += 1
    return made
  })
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1])
  assert.equal(await read(), 1)
})

it('a failure is not kept', async () => {
  let tries = 0
  const read = onceSuccessful(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
    return 'here'
  })
  await assert.rejects(read(), /^Error: away$/)
  assert.equal(await read(), 'here')
})
