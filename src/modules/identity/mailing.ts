import { createHash } from 'node:crypto'
import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue, type Job, withdraw } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { accountLink, type MailData, MailRefused, type MailTemplate, writeLetter } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { insertMailToken, type MailPurpose } from './mail-token-queries.ts'
import { selectUser } from './queries.ts'
import { emailKey } from './rules.ts'

interface MailJob {
  id: string
  /** Null for an address without an account: the job is queued all the same, so that timing does not tell. */
  user_id: string | null
  template: MailTemplate
  data: object
  /** Set only where the mail goes to an address that is no longer the account's. */
  to?: string
}

interface MailOptions {
  /** Of waiting mails with the same key only the last is sent. */
  key?: string
  to?: string
}

/**
 * Queues a mail to a user, sent if and only if the transaction commits. The job holds the user's id and not the
 * address, and makes the token of its link when it runs: no secret waits in the queue, and nothing there must be erased
 * with the account.
 */
export async function mailUser<Name extends MailTemplate>(
  executor: Executor,
  userId: string | null,
  template: Name,
  data: MailData[Name],
  options: MailOptions = {},
): Promise<void> {
  const payload: MailJob = { id: newId(), user_id: userId, template, data, ...(options.to && { to: options.to }) }
  await enqueue(executor, sendMail, payload, options.key)
}

/** Mails a link that confirms the account's address. Of several that wait, one is sent. */
export function mailVerification(executor: Executor, userId: string): Promise<void> {
  return mailUser(executor, userId, 'verify_email', {}, { key: `mail:verify_email:${userId}` })
}

/** Mails a link to set a new password. Without an account (`userId` null) a job is queued that sends nothing. */
export function mailPasswordReset(executor: Executor, emailKey: string, userId: string | null): Promise<void> {
  const recipient = createHash('sha256').update(emailKey).digest('base64url')
  return mailUser(executor, userId, 'reset_password', {}, { key: `mail:reset_password:${recipient}` })
}

/** Notifies the former address of an account that it was replaced. */
export function mailFormerAddress(executor: Executor, userId: string, address: string): Promise<void> {
  return mailUser(executor, userId, 'email_changed', {}, { key: formerAddressKey(userId), to: address })
}

/** Deletes the only waiting mail that holds an address; called when the account is erased. */
export function withdrawMails(executor: Executor, userId: string): Promise<void> {
  return withdraw(executor, formerAddressKey(userId))
}

const formerAddressKey = (userId: string) => `mail:email_changed:${userId}`

/** Purpose, page and lifetime of the link in a mail. */
const links: Partial<Record<MailTemplate, { purpose: MailPurpose; page: string; hours: number }>> = {
  verify_email: { purpose: 'verify_email', page: 'verify-email', hours: 24 },
  reset_password: { purpose: 'reset_password', page: 'reset-password', hours: 1 },
  staff_invited: { purpose: 'reset_password', page: 'reset-password', hours: 7 * 24 },
}

/** Sends one mail. A retry makes a new token, because only the hash of the first is stored. */
export const sendMail: Job<MailJob, Dependencies> = {
  name: 'identity.send_mail',
  async run(deps, { id, user_id, template, data, to }) {
    const user = user_id === null ? undefined : await selectUser(deps.db, user_id)
    if (user?.email == null) return // There is no such account, or it was erased meanwhile.
    const letter = writeLetter(template, data as never)
    const link = await makeLink(deps, { id: user.id, email: user.email }, template)
    try {
      await deps.mailer.send({ id, to: to ?? user.email, ...letter, ...(link && { link }) })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      deps.logger.warn({ err: error, user_id, template }, 'mail refused for good')
    }
  },
}

async function makeLink(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  user: { id: string; email: string },
  template: MailTemplate,
): Promise<string | undefined> {
  const kind = links[template]
  if (kind === undefined) return undefined
  const { token, hash } = newToken()
  await insertMailToken(db, {
    token_hash: hash,
    user_id: user.id,
    purpose: kind.purpose,
    email_key: emailKey(user.email),
    lifetimeHours: kind.hours,
  })
  return accountLink(config, kind.page, token)
}
