import { languageOf } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'

/** In the language of a shop. */
export function orderTexts({ locale }: { locale: string }) {
  return textsIn('orderMail', languageOf(locale))
}

/** The subject of a mail as its title: without the number of the order, where ours or a shop's words end with it. */
export function titleOf(subject: string, { order_number: number }: { order_number: string }): string {
  return fill(subject.replace(' {number}', ''), { number })
}
