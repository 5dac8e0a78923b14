export { createMailer, type Mailer, MailRefused } from './mailer.ts'
export { type MailData, type MailTemplate, writeLetter } from './templates.ts'
