import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { MailDocument } from './templates/document.ts'
import { renderMail } from './templates/render.ts'
import { cleanText } from './templates/values.ts'

interface Mail {
  /** Equal for every attempt, so that a mailbox that receives the mail twice shows it once. */
  id: string
  to: string
  document: MailDocument
  /** Name of the sender; the address is that of MAIL_FROM. Default: the name in MAIL_FROM. */
  sender?: string
  replyTo?: string | null
  attachments?: readonly { name: string; type: string; content: Buffer }[]
  /** Contains a secret; logged in development only. */
  link?: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. After a failure the mail may be sent again. */
  send(mail: Mail): Promise<void>
}

/** The mail server has rejected the mail permanently: a retry is of no use. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

interface MailConfig {
  MAIL: boolean
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  DATA_DIR: string
  production: boolean
}

/**
 * Sends by SMTP_URL; without one, writes mails to the data folder and to the log. With MAIL=off it does neither: a
 * written mail contains a link that sets a password. nodemailer is loaded with the first mail, because loading it takes
 * 5 % of the start.
 */
export function createMailer(config: MailConfig, logger: Pick<Logger, 'info'>): Mailer {
  if (!config.MAIL) {
    const send: Mailer['send'] = async ({ document: { subject } }) =>
      logger.info({ subject }, 'mail not sent, since MAIL is off')
    return { send }
  }
  return config.SMTP_URL === undefined ? createFolderMailer(config, logger) : createSmtpMailer(config.SMTP_URL, config)
}

function createSmtpMailer(url: string, config: MailConfig): Mailer {
  // Short limits: a mail server that hangs must not occupy a job slot. The job is retried later.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, ...limits })
      try {
        await transport.sendMail(compose(mail, config))
      } catch (error) {
        const cause = withoutRecipient(error)
        throw isRefusal(error) ? new MailRefused('the mail server refuses the recipient', { cause }) : cause
      }
    },
  }
}

/** A 5xx reply to the envelope (RFC 5321, 4.2.1) is permanent. One to our authentication is the operator's to fix. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

/** Errors are logged, and the text of a mail server's answer usually names the recipient: only its codes are kept. */
function withoutRecipient(error: unknown): unknown {
  const { code, command, response } = error as { code?: string; command?: string; response?: string }
  if (response === undefined || code === 'EAUTH') return error
  const [status = 'no status'] = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? []
  return Object.assign(new Error(`the mail server answers ${status} to ${command}`), { code })
}

function createFolderMailer(config: MailConfig, logger: Pick<Logger, 'info'>): Mailer {
  const folder = resolve(config.DATA_DIR, 'mail')
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(compose(mail, config))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      const secret = config.production ? {} : { to: mail.to, link: mail.link }
      logger.info({ file, subject: mail.document.subject, ...secret }, 'mail written, since SMTP_URL is not set')
    },
  }
}

function compose(mail: Mail, { MAIL_FROM }: MailConfig) {
  const [, name = '', address = MAIL_FROM.trim()] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(MAIL_FROM) ?? []
  const sender = cleanText(mail.sender ?? name.replace(/^"(.*)"$/, '$1'))
  return {
    from: { name: sender, address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo != null && { replyTo: { name: '', address: mail.replyTo } }),
    ...renderMail(mail.document, sender),
    ...(mail.attachments && {
      attachments: mail.attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    }),
    messageId: `<${mail.id}@${/[^@\s]+$/.exec(address)?.[0] ?? 'localhost'}>`,
    headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(mail.document) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: mail programs send a POST to the address, without asking the reader to open a page. */
function unsubscribeHeaders({ unsubscribe }: MailDocument): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return { 'list-unsubscribe': `<${unsubscribe.url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
}
