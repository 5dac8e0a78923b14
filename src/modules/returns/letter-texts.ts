import { languageOf } from '#src/platform/lib/languages.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'

/** In the language of a shop. */
export function returnLetterTexts({ locale }: { locale: string }) {
  return textsIn('returnMail', languageOf(locale))
}
