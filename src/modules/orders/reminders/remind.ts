import { inTextsOf } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliverMail, recipientOf } from '../mails/deliver-mail.ts'
import { reminderKinds } from '../mails/letters.ts'
import { orderMail } from '../mails/mail-of-event.ts'
import { mailShopOf, selectOrderToMail } from '../mails/mail-queries.ts'
import { claimReminder, keepReminders, type Reminder } from './queries.ts'

/**
 * Reminds a customer of a payment. All is asked again when it runs: a payment that was recorded before, or is being
 * recorded, leaves nothing to send.
 */
export const remind: Job<Reminder, Dependencies> = {
  name: 'orders.remind',
  bulk: true,
  async run(deps, reminder) {
    const { merchantId, orderId, number } = reminder
    const kind = reminderKinds[number - 1]
    const db = deps.shop(merchantId)
    if (!deps.config.MAIL || kind === undefined || !(await claimReminder(db, reminder))) return
    const order = await selectOrderToMail(db, merchantId, orderId)
    const recipient = order && recipientOf(order)
    if (order === undefined || recipient === undefined) return
    const { to, isProved } = recipient
    const about = {
      order,
      subject: orderId,
      shop: mailShopOf(order),
      paymentWindowSeconds: deps.config.ORDER_PAYMENT_WINDOW_SECONDS,
      payments: [],
    }
    await inTextsOf(deps, merchantId, async () => {
      const mail = orderMail(kind, about)
      if (mail === undefined) return
      await deliverMail(deps, { order, mail, subject: orderId, to, accounts: [], isUnproved: !isProved })
    })
  },
}

const batchSize = 100

/** Finds the orders whose reminders are due. Where no shop wants reminders it reads an empty index. */
export const findLateOrders: Sweep<Dependencies> = {
  name: 'orders.find-late',
  everyMs: () => 600_000,
  async run({ db, config }) {
    if (!config.MAIL) return
    while ((await queueBatch(db)) === batchSize);
  },
}

function queueBatch(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const reminders = await keepReminders(transaction, batchSize)
    for (const reminder of reminders) await enqueue(transaction, remind, reminder)
    return reminders.length
  })
}
