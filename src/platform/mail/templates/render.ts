import type { MailDocument } from './document.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { cleanText } from './values.ts'

/** A mail ready to be sent. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** `sender` stands above the mail: a shop, or the platform; empty: nothing does. */
export function renderMail(document: MailDocument, sender: string): RenderedMail {
  const heading = cleanText(sender) || undefined
  return {
    subject: cleanText(document.subject),
    text: renderText(document, heading),
    html: renderHtml(document, heading),
  }
}
