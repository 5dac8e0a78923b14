import { forgetCarts } from '#src/modules/carts/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { forgetAnswers } from '#src/platform/http/idempotency.ts'

/** Deletes what it keeps of a user, in the transaction in which the account is erased. */
export type Eraser = (transaction: Transaction, user: { id: string; deviceIds: readonly string[] }) => Promise<void>

/** What is kept of a user outside identity's own tables: one visible list, as the routes have theirs in app.ts. */
export const erasers: readonly Eraser[] = [forgetAnswers, forgetCarts]
