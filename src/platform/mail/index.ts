export { accountLink, type LinkConfig } from './links.ts'
export { createMailer, type Mailer, MailRefused } from './mailer.ts'
export { type MailData, type MailTemplate, writeLetter } from './templates/account-mails.ts'
