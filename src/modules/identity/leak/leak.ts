import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { recoveryCodesVoid } from '../mails/letters.ts'
import { mailUser } from '../mails/mailing.ts'
import {
  countAccounts,
  databaseTime,
  deleteChallenges,
  deleteMailTokensUntil,
  deleteRecoveryCodesUntil,
  deleteRefreshTokensUntil,
  revokeSessionsUntil,
} from './queries.ts'

/** What ended, and how many people there are to tell. */
export interface EndedSecrets {
  sessions: number
  refreshTokens: number
  mailedLinks: number
  challenges: number
  recoveryCodes: number
  /** Accounts that had recovery codes; each gets a mail. */
  accountsWithCodes: number
  accounts: number
}

/**
 * Ends all secrets of persons that a dump or a log could have held: sessions, refresh tokens, mailed links, sign-ins
 * under way and recovery codes, in batches of a transaction each. What is made meanwhile stays, so it comes to an end.
 */
export async function endSecrets(db: Database): Promise<EndedSecrets> {
  const until = await databaseTime(db)
  // Tokens first: a refresh locks in this order.
  const refreshTokens = await inBatches(db, (executor) => deleteRefreshTokensUntil(executor, until))
  const sessions = await inBatches(db, (executor) => revokeSessionsUntil(executor, until))
  const mailedLinks = await inBatches(db, (executor) => deleteMailTokensUntil(executor, until))
  const challenges = await deleteChallenges(db)
  let accountsWithCodes = 0
  let recoveryCodes = 0
  await inBatches(db, async (executor) => {
    const accounts = await deleteRecoveryCodesUntil(executor, until)
    for (const { user_id } of accounts) await mailUser(executor, user_id, recoveryCodesVoid, {})
    accountsWithCodes += accounts.length
    recoveryCodes += accounts.reduce((sum, { codes }) => sum + codes, 0)
    return accounts.length
  })
  const accounts = await countAccounts(db)
  return { sessions, refreshTokens, mailedLinks, challenges, recoveryCodes, accountsWithCodes, accounts }
}

/** Repeats a batch until it changes nothing. Returns how many rows all of them changed. */
async function inBatches(db: Database, change: (executor: Executor) => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const changed = await inTransaction(db, change)
    if (changed === 0) return sum
    sum += changed
  }
}
