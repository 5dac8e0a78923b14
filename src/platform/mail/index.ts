export { accountLink, type LinkConfig, publicUrl } from './links.ts'
export { createMailer, type Mailer, MailRefused } from './mailer.ts'
export { type Letter, writeLetter } from './templates/letter.ts'
export { quoted } from './templates/values.ts'
