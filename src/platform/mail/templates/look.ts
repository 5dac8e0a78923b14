import { contrast } from '#contrast'

/** What a shop's mails look like; null: as ours. */
export interface MailLook {
  /** Of buttons: `#` and six hexadecimal digits, in small letters. */
  color: string | null
  /** In place of the shop's name above the mail. */
  logo: { url: string; width: number; height: number } | null
  /** Below the small print; line breaks are kept. */
  footer: string | null
}

/**
 * White or black, whichever is easier to read on a colour. By WCAG 2.2 one of them always has a contrast of more than
 * 4.5 to 1, which is what text needs (success criterion 1.4.3).
 */
export function textOn(color: string): '#ffffff' | '#000000' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'
}
