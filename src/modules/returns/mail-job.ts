import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue } from '#src/platform/jobs/index.ts'

export const returnMailKinds = [
  'withdrawn',
  'requested',
  'approved',
  'label',
  'declined',
  'received',
  'refunded',
  'closed',
  'cancelled',
] as const
export type ReturnMailKind = (typeof returnMailKinds)[number]

export interface ReturnMail {
  merchantId: string
  returnId: string
  kind: ReturnMailKind
}

export const mailJobName = 'returns.send_mail'

/** Queues a mail about a return, in the transaction that causes it. Its content is read when it is sent. */
export function mailReturn(executor: Executor, mail: ReturnMail): Promise<void> {
  return enqueue(executor, { name: mailJobName, run: async () => {} }, mail)
}
