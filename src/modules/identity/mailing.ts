import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue, type Job, withdraw } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type MailData, MailRefused, type MailTemplate, writeLetter } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { insertMailToken, type MailPurpose } from './mail-token-queries.ts'
import { selectUser } from './queries.ts'
import { emailKey } from './rules.ts'

interface MailJob {
  id: string
  /** Nobody, where a mail was asked for in vain: the queue shows no difference. */
  user_id: string | null
  template: MailTemplate
  data: object
  /** Set only where the mail goes to an address that is no longer the account's. */
  to?: string
}

interface MailOptions {
  /** Of mails with one key that still wait, only the last is sent. */
  key?: string
  to?: string
}

/** About 22 hours of attempts (graphile-worker waits e^n seconds, at most 6 hours): past that a mail is no news. */
const maxAttempts = 12

/**
 * Queues a mail to a user, sent if and only if the transaction commits. The job knows the user and not the address, and
 * makes the secret of its link when it runs: nothing that waits in the queue is secret or must be erased with the account.
 */
export async function mailUser<Name extends MailTemplate>(
  executor: Executor,
  userId: string | null,
  template: Name,
  data: MailData[Name],
  options: MailOptions = {},
): Promise<void> {
  const payload: MailJob = { id: newId(), user_id: userId, template, data, ...(options.to && { to: options.to }) }
  await enqueue(executor, sendMail, payload, { maxAttempts, ...(options.key && { key: options.key }) })
}

/** Mails a link that confirms the account's address; of several that wait, one is sent. */
export function mailVerification(executor: Executor, userId: string): Promise<void> {
  return mailUser(executor, userId, 'verify_email', {}, { key: `mail:verify_email:${userId}` })
}

/** Mails a link to set a new password; to nobody, if the address has no account: the queue gets a job all the same. */
export function mailPasswordReset(executor: Executor, emailKey: string, userId: string | null): Promise<void> {
  const recipient = createHash('sha256').update(emailKey).digest('base64url')
  return mailUser(executor, userId, 'reset_password', {}, { key: `mail:reset_password:${recipient}` })
}

/** Tells the address an account had until now that it is no longer its address. */
export function mailFormerAddress(executor: Executor, userId: string, address: string): Promise<void> {
  return mailUser(executor, userId, 'email_changed', {}, { key: formerAddressKey(userId), to: address })
}

/** The only mail that names an address while it waits, and so must go with the account. */
export function withdrawMails(executor: Executor, userId: string): Promise<void> {
  return withdraw(executor, formerAddressKey(userId))
}

const formerAddressKey = (userId: string) => `mail:email_changed:${userId}`

/** What a mail's link is good for, and for how long. */
const links: Partial<Record<MailTemplate, { purpose: MailPurpose; page: string; hours: number }>> = {
  verify_email: { purpose: 'verify_email', page: 'verify-email', hours: 24 },
  reset_password: { purpose: 'reset_password', page: 'reset-password', hours: 1 },
  staff_invited: { purpose: 'reset_password', page: 'reset-password', hours: 7 * 24 },
}

/** Sends one mail. A retry makes a new token: the one before may have been lost with the mail. */
export const sendMail: Job<MailJob, Dependencies> = {
  name: 'identity.send_mail',
  async run(deps, { id, user_id, template, data, to }) {
    const user = user_id === null ? undefined : await selectUser(deps.db, user_id)
    if (user?.email == null) return // Asked for in vain, or the account is gone by now.
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
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  await insertMailToken(db, {
    token_hash: hashMailToken(token),
    user_id: user.id,
    purpose: kind.purpose,
    email_key: emailKey(user.email),
    created_at: now,
    expires_at: new Date(now.getTime() + kind.hours * 3_600_000),
  })
  // In the fragment, which no browser sends: the secret stays out of every log on the way.
  return `${publicUrl(config)}/account/${kind.page}#token=${token}`
}

/** 256 random bits need no salt and no slow hash. */
export function hashMailToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function publicUrl({ PUBLIC_URL, HOST, PORT, TLS_CERT_FILE }: Dependencies['config']): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '')
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  return `${TLS_CERT_FILE ? 'https' : 'http'}://${host}:${PORT}`
}
