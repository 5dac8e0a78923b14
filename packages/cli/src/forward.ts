import { setTimeout as wait } from 'node:timers/promises'
import type { Schemas } from '@commerce-platform/client'
import { reach } from './connection.ts'
import { causeOf, isLostConnection, wrongUsage } from './problems.ts'
import { signedHeaders } from './sign.ts'

type Envelope = Schemas['EventEnvelope']

export interface Receiver {
  url: string
  secret: string
}

export interface Received {
  status: number
  milliseconds: number
}

const timeoutMs = 30_000
const maxWaitMs = 5_000

/** A receiver as it was named: by its port, without its scheme, or whole. @throws Problem (usage) */
export function receiverUrl(text: string): string {
  const full = /^\d+$/.test(text) ? `http://localhost:${text}` : /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`${text} is no address`, 'As in --forward-to http://localhost:4000/webhooks')
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongUsage('a receiver has no name and no password in its address', 'Its requests are signed: verify those.')
  }
  return full
}

/**
 * Sends an event to the receiver, freshly signed. A receiver that is not there is waited for: `onWait` says why. Any
 * answer counts as received, as in a developer's first minutes most are faults of the receiver that they want to see.
 */
export async function forward(
  event: Envelope,
  { url, secret }: Receiver,
  signal: AbortSignal,
  onWait: (reason: string) => void,
): Promise<Received> {
  const body = JSON.stringify(event)
  for (let attempt = 1; ; attempt++) {
    const begun = performance.now()
    try {
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders(event.id, body, secret),
        'x-service-event': event.event,
        'x-service-attempt': String(attempt),
      }
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const answer = await reach(url, { method: 'POST', headers, body, signal: deadline })
      await answer.body?.cancel()
      return { status: answer.status, milliseconds: Math.round(performance.now() - begun) }
    } catch (error) {
      signal.throwIfAborted()
      if (!isLostConnection(error)) throw error
      onWait(causeOf(error))
    }
    await wait(Math.min(250 * 2 ** (attempt - 1), maxWaitMs), undefined, { signal })
  }
}
