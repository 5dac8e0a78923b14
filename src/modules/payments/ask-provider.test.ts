import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { askProvider } from './ask-provider.ts'
import type { PaymentProviders } from './provider.ts'

const timeoutMs = 20_000

/** Asks, and answers the signal that the provider was given, too. */
function ask(question: () => Promise<string>) {
  const providers = [{ name: 'bank' }] as unknown as PaymentProviders
  let given: AbortSignal | undefined
  const answer = askProvider(
    providers,
    'bank',
    (_, signal) => {
      given = signal
      return question()
    },
    timeoutMs,
  )
  return { answer, aborted: () => given?.aborted }
}

describe('a payment provider', () => {
  for (const [name, question] of [
    ['that answers', () => Promise.resolve('paid')],
    ['that refuses', () => Promise.reject(new Error('refused'))],
  ] as const)
    it(`${name} in time is not told to stop afterwards, and nothing waits for that`, async (t) => {
      t.after(() => mock.timers.reset())
      mock.timers.enable({ apis: ['setTimeout'] })
      const { answer, aborted } = ask(question)
      await answer.catch(() => {})
      mock.timers.tick(timeoutMs)
      assert.equal(aborted(), false)
    })

  it('that does not answer is told to stop, and not waited for', async (t) => {
    t.after(() => mock.timers.reset())
    mock.timers.enable({ apis: ['setTimeout'] })
    const { answer, aborted } = ask(() => new Promise(() => {}))
    mock.timers.tick(timeoutMs)
    await assert.rejects(answer, /payment provider bank did not answer within 20000 ms/)
    assert.equal(aborted(), true)
  })
})
