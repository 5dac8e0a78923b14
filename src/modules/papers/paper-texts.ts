import { languageOf } from '#src/platform/lib/languages.ts'
import { inOwnTexts, spokenTexts } from '#src/platform/lib/texts/spoken.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { FrozenInvoice } from './invoice.ts'
import type { InvoiceRow } from './queries.ts'

/** In the language of a paper. */
export function paperTexts({ locale }: { locale: string }) {
  return textsIn('paper', languageOf(locale))
}

/** An order's papers are all in the language of its first, whose words they repeat. Undefined: it has none. */
export function localeOfPapers([first]: readonly Pick<InvoiceRow, 'data'>[]): string | undefined {
  return first && (first.data.locale ?? 'en')
}

/** A paper with the shop's own words, as they are now: it is drawn with them, and compared with later drafts. */
export function withOwnWords(paper: FrozenInvoice): FrozenInvoice {
  const { texts: _, ...data } = paper
  const own = Object.entries(spokenTexts(languageOf(paper.locale ?? 'en')) ?? {})
  const texts = own.filter(([key]) => /^(invoice|paper|paymentMethods)\./.test(key))
  return texts.length === 0 ? data : { ...data, texts: Object.fromEntries(texts) }
}

/** Draws a paper in the words that it was issued with. */
export function inWordsOf<Drawn>({ texts = {}, locale = 'en' }: FrozenInvoice, draw: () => Drawn): Drawn {
  return inOwnTexts({ [languageOf(locale)]: texts }, draw)
}
