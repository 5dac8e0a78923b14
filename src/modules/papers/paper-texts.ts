import { languageOf } from '#src/platform/lib/languages.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { InvoiceRow } from './queries.ts'

/** In the language of a paper. */
export function paperTexts({ locale }: { locale: string }) {
  return textsIn('paper', languageOf(locale))
}

/** An order's papers are all in the language of its first, whose words they repeat. Undefined: it has none. */
export function localeOfPapers([first]: readonly Pick<InvoiceRow, 'data'>[]): string | undefined {
  return first && (first.data.locale ?? 'en')
}
