import type { Executor } from '#src/platform/db/transaction.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import { keepMail, type MailOfOrder } from './sent-mail-queries.ts'

/** Sends a mail about an order, and keeps that it was sent or came back. @throws MailRefused, and what `send` throws */
export async function sendRecorded(db: Executor, mail: MailOfOrder, send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (error instanceof MailRefused) await keepMail(db, mail, true)
    throw error
  }
  await keepMail(db, mail, false)
}
