import { languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'
import type { InvoiceRow } from './queries.ts'

/** What the service itself says on a paper, frozen with it. */
const texts = {
  shipping: ['Shipping', 'Versand'],
  fee: ['Payment fee', 'Zahlungsgebühr'],
  amountCredited: ['Amount credited', 'Erstatteter Betrag'],
  withoutTax: ['Without tax', 'Ohne Steuer'],
  customer: ['Customer', 'Kunde'],
  reason: ['Reason: {reason}', 'Grund: {reason}'],
  corrected: ['Correction of the buyer.', 'Berichtigung der Angaben zum Käufer.'],
  edited: ['The order was changed.', 'Die Bestellung wurde geändert.'],
  cancelled: ['The order is cancelled.', 'Die Bestellung wurde storniert.'],
  refundFailed: ['The refund was not received.', 'Die Erstattung ist nicht angekommen.'],
  vouchers: [
    'Gift cards of this order are multi-purpose vouchers: no VAT is due on their sale (Article 30b of Directive ' +
      '2006/112/EC). They are not part of this invoice.',
    'Die Geschenkkarten dieser Bestellung sind Mehrzweck-Gutscheine: Auf ihren Verkauf fällt keine Umsatzsteuer an ' +
      '(Artikel 30b der Richtlinie 2006/112/EG). Sie sind nicht Teil dieser Rechnung.',
  ],
  reverseCharge: ['Reverse charge', 'Steuerschuldnerschaft des Leistungsempfängers'],
  withinEu: ['Intra-Community supply', 'Innergemeinschaftliche Lieferung'],
  export: ['Export', 'Ausfuhrlieferung'],
  notSubject: ['Not subject to VAT', 'Nicht steuerbar'],
  exempt: ['Exempt from VAT', 'Steuerfrei'],
  reverseChargeReason: [
    'Reverse charge (Article 196 of Directive 2006/112/EC)',
    'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG)',
  ],
  withinEuReason: [
    'Reverse charge: intra-Community supply (Article 138 of Directive 2006/112/EC)',
    'Steuerfreie innergemeinschaftliche Lieferung (Artikel 138 der Richtlinie 2006/112/EG)',
  ],
  exportReason: [
    'Export outside of the EU (Article 146 of Directive 2006/112/EC)',
    'Steuerfreie Ausfuhrlieferung (Artikel 146 der Richtlinie 2006/112/EG)',
  ],
  notSubjectReason: [
    'Not subject to VAT: supplied outside of the EU (Articles 44, 45 and 58 of Directive 2006/112/EC)',
    'Nicht steuerbar: Leistungsort im Drittland (Artikel 44, 45 und 58 der Richtlinie 2006/112/EG)',
  ],
} satisfies Record<string, Said>

/** In the language of a paper. */
export function paperTexts({ locale }: { locale: string }): Record<keyof typeof texts, string> {
  return textsIn(texts, languageOf(locale))
}

/** An order's papers are all in the language of its first, whose words they repeat. Undefined: it has none. */
export function localeOfPapers([first]: readonly Pick<InvoiceRow, 'data'>[]): string | undefined {
  return first && (first.data.locale ?? 'en')
}
