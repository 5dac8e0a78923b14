import { createHash } from 'node:crypto'
import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { inOwnTexts } from '#src/platform/lib/texts/spoken.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { accountLink, clean, type Letter, MailRefused, writeLetter } from '#src/platform/mail/index.ts'
import type { MailedShop } from '../accounts/memberships.ts'
import { selectUser } from '../accounts/queries.ts'
import { sendLimited } from '../attempts/attempts.ts'
import { countMails } from '../attempts/mail-limits.ts'
import type { Dependencies } from '../dependencies.ts'
import { emailKey } from '../rules.ts'
import {
  changeEmail,
  emailChangeBegun,
  identityLetters,
  newDevice,
  passwordChanged,
  resetPassword,
  twoFactorOff,
  twoFactorOn,
  verifyEmail,
} from './letters.ts'
import { selectFormerEmail, selectPendingEmail } from './recipient-queries.ts'
import { insertMailToken, type MailPurpose } from './token-queries.ts'

interface MailJob {
  id: string
  /** Null for an address without an account: the job is queued anyway, so that timing reveals nothing. */
  user_id: string | null
  /** The name of its letter. */
  template: string
  data: object
  /** Whether the mail goes only to a confirmed address, because the limit of the others is reached. */
  only_confirmed?: boolean
  /** The shop at which it was caused. */
  merchant_id?: string
  /** In which it is written, where it is not in the name of a shop. */
  locale?: string
}

interface MailOptions {
  /** Of waiting mails with the same key only the last is sent. */
  key?: string
  onlyConfirmed?: boolean
  /** The shop at which it is caused, if it is one: the mail then comes from it. */
  merchantId?: string | undefined
  /** Of a mail about a shop's own business. */
  locale?: string
}

/**
 * Queues a mail to a user, sent if and only if the transaction commits. The job holds the user's id and not the
 * address, and makes the token of its link when it runs: no secret waits in the queue, and nothing there must be erased
 * with the account.
 */
export async function mailUser<Data extends object>(
  executor: Executor,
  userId: string | null,
  { name: template }: Letter<Data>,
  data: Data,
  options: MailOptions = {},
): Promise<void> {
  const only = options.onlyConfirmed ? { only_confirmed: true } : {}
  const at = options.merchantId === undefined ? {} : { merchant_id: options.merchantId }
  const language = options.locale === undefined ? {} : { locale: options.locale }
  const payload: MailJob = { id: newId(), user_id: userId, template, data, ...only, ...at, ...language }
  await enqueue(executor, sendMail, payload, options.key)
}

/** Mails a link that confirms the account's address. Of several waiting mails one is sent. */
export function mailVerification(executor: Executor, userId: string, merchantId: string | undefined): Promise<void> {
  return mailUser(executor, userId, verifyEmail, {}, { key: `mail:verify_email:${userId}`, merchantId })
}

/** Mails a link to set a new password. Without an account (`userId` null) a job is queued that sends nothing. */
export function mailPasswordReset(
  executor: Executor,
  emailKey: string,
  userId: string | null,
  mayBeNew: boolean,
  merchantId: string | undefined,
): Promise<void> {
  const recipient = createHash('sha256').update(emailKey).digest('base64url')
  const options = { key: `mail:reset_password:${recipient}`, onlyConfirmed: !mayBeNew, merchantId }
  return mailUser(executor, userId, resetPassword, {}, options)
}

/** Mails a link to the pending address of an account. */
export function mailPendingAddress(executor: Executor, userId: string, merchantId: string | undefined): Promise<void> {
  return mailUser(executor, userId, changeEmail, {}, { key: `mail:change_email:${userId}`, merchantId })
}

/** Mails a link that undoes a change of address to the former one. */
export function mailFormerAddress(
  executor: Executor,
  userId: string,
  formerId: string,
  merchantId: string | undefined,
): Promise<void> {
  const key = `mail:email_change_begun:${formerId}`
  return mailUser(executor, userId, emailChangeBegun, { former_id: formerId }, { key, merchantId })
}

/** Mails about a sign-in on a new device. */
export function mailNewDevice(executor: Executor, userId: string, merchantId: string | undefined): Promise<void> {
  return mailUser(executor, userId, newDevice, {}, { key: `mail:new_device:${userId}`, merchantId })
}

/** Purpose, page and lifetime of a link. */
interface LinkKind {
  purpose: MailPurpose
  page: string
  hours: number
}

const links: Readonly<Record<string, LinkKind>> = {
  [verifyEmail.name]: { purpose: 'verify_email', page: 'verify-email', hours: 24 },
  [resetPassword.name]: { purpose: 'reset_password', page: 'reset-password', hours: 1 },
  [changeEmail.name]: { purpose: 'change_email', page: 'verify-email', hours: 24 },
  [emailChangeBegun.name]: { purpose: 'undo_email_change', page: 'undo-email-change', hours: 7 * 24 },
}

/**
 * Mails that an account can cause without limit with the right password. Its address may belong to somebody who does
 * not know the account.
 */
const limited = new Set([newDevice, passwordChanged, twoFactorOn, twoFactorOff].map(({ name }) => name))

/** Mails about an account, which those of its shop are, too; others are about a shop's own business. */
const ofCustomers = new Set(identityLetters.map(({ name }) => name))

const inNameOf = ({ name, support_email }: MailedShop) => ({ sender: name, replyTo: support_email })

/** Small print: where the account is used. */
function aboutShop({ name, storefront_url, locale }: MailedShop): string[] {
  const text = fill(textsIn('accountMail', languageOf(locale)).footer, { shop: clean(name) })
  return [storefront_url === null ? text : `${text}: ${storefront_url}`]
}

/** Sends one mail. A retry makes a new token, because only the hash of the first is stored. */
export const sendMail: Job<MailJob, Dependencies> = {
  name: 'identity.send_mail',
  async run(deps, job) {
    const { id, user_id, template, data } = job
    const letter = deps.letters.find(({ name }) => name === template)
    if (letter === undefined) throw new Error(`this release has no letter ${template}`)
    const user = user_id === null ? undefined : await selectUser(deps.db, user_id)
    if (user?.email == null) return // There is no such account, or it was erased meanwhile.
    if (job.only_confirmed && !user.is_verified) return
    const email = await recipientOf(deps.db, { id: user.id, email: user.email }, job)
    if (email === undefined) return // The change of address was replaced, undone or confirmed meanwhile.
    const shop = ofCustomers.has(template)
      ? await deps.memberships.shopOfMails(deps.db, user.id, job.merchant_id)
      : undefined
    const kind = links[template]
    const link = kind && (await makeLink(deps, { id: user.id, email }, kind, shop))
    if (kind && link === undefined) return // The account was erased just now.
    try {
      const document = inOwnTexts(shop?.texts, () =>
        writeLetter(letter, data as never, link, {
          locale: shop?.locale ?? job.locale ?? 'en',
          footer: shop && aboutShop(shop),
          look: shop?.look,
        }),
      )
      if (limited.has(template) && !user.is_verified && !(await countMails(deps.db, deps.config, { userId: user.id })))
        return deps.logger.warn({ user_id, template }, 'a mail too many in an hour is not sent')
      const accounts = limited.has(template) ? [`${template} ${user.id}`] : []
      const send = () =>
        deps.mailer.send({ id, to: email, document, ...(link && { link }), ...(shop && inNameOf(shop)) })
      if (!(await sendLimited(deps, accounts, send)))
        deps.logger.warn({ user_id, template }, 'a mail too many in a minute is not sent')
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      deps.logger.warn({ err: error, user_id, template }, 'mail refused for good')
    }
  },
}

/** The address of the account, except for mails about its change. */
async function recipientOf(
  db: Executor,
  user: { id: string; email: string },
  { template, data }: Pick<MailJob, 'template' | 'data'>,
): Promise<string | undefined> {
  if (template === changeEmail.name) return selectPendingEmail(db, user.id)
  if (template !== emailChangeBegun.name) return user.email
  return selectFormerEmail(db, user.id, (data as { former_id: string }).former_id)
}

async function makeLink(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  user: { id: string; email: string },
  { purpose, page, hours }: LinkKind,
  shop: MailedShop | undefined,
): Promise<string | undefined> {
  const { token, hash } = newToken()
  const inserted = await insertMailToken(db, {
    token_hash: hash,
    user_id: user.id,
    purpose,
    email_key: emailKey(user.email),
    lifetimeHours: hours,
  })
  if (!inserted) return undefined
  return accountLink(config, page, token, shop?.texts && shop.id)
}
