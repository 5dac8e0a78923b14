import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'

/** A mail about an order, by the name of its letter. */
export interface MailOfOrder {
  merchantId: string
  orderId: string
  kind: string
  to: string
}

/** Of a mail that was sent, or that the mailbox's server refused for good. */
export async function keepMail(db: Executor, mail: MailOfOrder, bounced: boolean): Promise<void> {
  await sql`
    insert into order_mails (merchant_id, id, order_id, kind, address, bounced)
    values (${mail.merchantId}, ${newId()}, ${mail.orderId}, ${mail.kind}, ${mail.to}, ${bounced})`.execute(db)
}

/** The orders stay; nobody knows any more where their mails went. */
export async function eraseMails(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update order_mails mail set address = null from orders
     where orders.merchant_id = mail.merchant_id and orders.id = mail.order_id and orders.user_id = ${userId}
       and orders.merchant_id in (select merchant_id from customers where user_id = ${userId})`.execute(transaction)
}
