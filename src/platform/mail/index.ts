export { accountLink, type LinkConfig, publicUrl } from './links.ts'
export { createMailer, type Mailer, MailRefused } from './mailer.ts'
export type { MailDraft, ShopMail } from './shop-mail.ts'
export type { Block, MailDocument } from './templates/document.ts'
export { type Letter, writeLetter } from './templates/letter.ts'
export type { MailLook } from './templates/look.ts'
export {
  hasLooseBraces,
  type MailValues,
  type MailVariable,
  mailVariables,
  type OwnWords,
  variablesIn,
  withOwnWords,
} from './templates/own-words.ts'
export { type RenderedMail, renderMail } from './templates/render.ts'
export { escapeHtml } from './templates/render-html.ts'
export { clean, day, hostsIn, isolate, moment, money, quoted, webAddress } from './templates/values.ts'
