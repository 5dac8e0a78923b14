import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSender, type SenderOptions } from '#src/modules/webhooks/sending/sender.ts'
import { type Receiver, type Script, startReceiver } from './receiver.ts'
import { maxWaitMs, until } from './until.ts'

/** Default request of the tests. */
export const content = {
  body: Buffer.from('{"id":"evt_1","data":{"note":"Grüße ✓"}}'),
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
}

/** A sender and a receiver that close with the test. */
export async function startSender(
  t: TestContext,
  script?: Script,
  options: Partial<SenderOptions> & { tls?: boolean } = {},
) {
  const { tls = false, ...senderOptions } = options
  const receiver = await startReceiver(script, { tls })
  const sender = createSender({ production: false, deadlineMs: maxWaitMs, ...senderOptions })
  t.after(async () => {
    await sender.close()
    await receiver.close()
  })
  const send = (path = '/hooks', deadlineMs?: number) =>
    sender.send({ url: receiver.origin + path, ...content, ...(deadlineMs && { deadlineMs }) })
  return { receiver, sender, send }
}

/** undici frees a connection a turn after its answer has ended. */
export const freed = () => sleep(5)

/** Polled, because sockets close only when the other side has noticed. */
export const untilAllClosed = ({ connections }: Receiver) =>
  until(() => connections().open === 0, 'every connection to close')
