import { createHash } from 'node:crypto'
import { emailKey, limitMails } from '#src/modules/identity/index.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { isNumberOfDay, readOrderNumber } from '#src/platform/lib/sought-text.ts'
import type { Dependencies } from '../dependencies.ts'
import { hashMailbox, mailOrderLinks } from './mail-order-links.ts'

interface LookUp {
  order_number: string
  email: string
  merchant_id?: string | undefined
}

/**
 * Asks for a mail with the link to an order. The request runs the same statements and queues one job whether or not
 * there is such an order: only the job looks, so neither answer nor timing tells. The job holds no address.
 * @throws AppError RATE_LIMITED, VALIDATION_ERROR for a number that counts up, which other shops may have, too
 */
export async function lookUpOrder(
  deps: Pick<Dependencies, 'db' | 'config'>,
  { order_number, email, merchant_id }: LookUp,
  origin: Origin,
  ofKey: string | undefined,
): Promise<void> {
  const typed = order_number.replace(/^#\s*/, '').trim()
  const number = readOrderNumber(typed)
  const ofShop = isNumberOfDay(number) ? merchant_id : (merchant_id ?? ofKey)
  if (/\d$/.test(typed) && !isNumberOfDay(number) && ofShop === undefined)
    throw invalid({
      field: 'merchant_id',
      message: 'is required for a number without a day, or a key of the storefront',
    })
  const mailbox = emailKey(email)
  await limitMails(deps, `orders of ${mailbox}`, origin)
  const mailboxHash = hashMailbox(mailbox)
  const job = {
    number,
    typed: typed.toLowerCase(),
    mailbox_hash: mailboxHash,
    merchant_id: ofShop?.toLowerCase() ?? null,
  }
  // Of several waiting requests one is answered.
  const key = createHash('sha256').update(JSON.stringify(job)).digest('base64url')
  await enqueue(deps.db, mailOrderLinks, job, `order-link:${key}`)
}
