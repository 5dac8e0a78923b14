import { createHash } from 'node:crypto'
import { emailKey, limitMails } from '#src/modules/identity/index.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { readOrderNumber } from '#src/platform/lib/sought-text.ts'
import type { Dependencies } from '../dependencies.ts'
import { hashMailbox, mailOrderLinks } from './mail-order-links.ts'

interface LookUp {
  order_number: string
  email: string
  merchant_id?: string
}

/**
 * Asks for a mail with the link to an order. The request runs the same statements and queues one job whether or not
 * there is such an order: only the job looks, so neither answer nor timing tells. The job holds no address.
 * @throws AppError RATE_LIMITED
 */
export async function lookUpOrder(
  deps: Pick<Dependencies, 'db' | 'config'>,
  { order_number, email, merchant_id }: LookUp,
  origin: Origin,
): Promise<void> {
  const mailbox = emailKey(email)
  await limitMails(deps, `orders of ${mailbox}`, origin)
  const number = readOrderNumber(order_number.replace(/^#\s*/, ''))
  const mailboxHash = hashMailbox(mailbox)
  const job = { number, mailbox_hash: mailboxHash, merchant_id: merchant_id?.toLowerCase() ?? null }
  // Of several waiting requests one is answered.
  const key = createHash('sha256').update(JSON.stringify(job)).digest('base64url')
  await enqueue(deps.db, mailOrderLinks, job, `order-link:${key}`)
}
