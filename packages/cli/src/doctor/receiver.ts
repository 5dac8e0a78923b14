import { reach } from '../connection.ts'
import { causeOf, isLostConnection } from '../problems.ts'
import { makeSecret, signedHeaders } from '../sign.ts'
import type { Check } from './findings.ts'

/** A receiver must be there, and must refuse what it cannot verify. */
export const checkReceiver: Check = async ({ receiver }) => {
  if (receiver === undefined) return []
  const body = JSON.stringify({ id: 'evt_doctor', event: 'doctor.check', created: 0, data: {}, api_version: 'v1' })
  // Signed with a secret that nobody has: whoever answers 2xx does not look.
  const headers = { 'content-type': 'application/json', ...signedHeaders('evt_doctor', body, makeSecret()) }
  try {
    const signal = AbortSignal.timeout(10_000)
    const { status } = await reach(receiver, { method: 'POST', headers, body, signal })
    if (status >= 400 && status < 404)
      return [{ check: 'receiver', status: 'ok', message: `${receiver} refuses what is forged` }]
    if (status < 300) {
      const message = `${receiver} took a delivery with a forged signature`
      return [{ check: 'receiver', status: 'fault', message, remedy: 'Verify: see packages/webhooks.' }]
    }
    const message = `${receiver} answered ${status} to a delivery`
    return [
      {
        check: 'receiver',
        status: 'fault',
        message,
        remedy: 'Is the path right? It should answer 401 to a forged one.',
      },
    ]
  } catch (error) {
    if (!isLostConnection(error)) throw error
    const message = `the receiver ${receiver} does not answer (${causeOf(error)})`
    return [{ check: 'receiver', status: 'fault', message, remedy: 'Start it. Is the port right?' }]
  }
}
