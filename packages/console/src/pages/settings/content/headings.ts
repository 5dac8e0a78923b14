import type { Kind } from './content-data.ts'

/**
 * What the law asks a page to say, as headings to write under, with the sources, as of the day below. They are no
 * texts: a shop writes its own, or has them written.
 */
export const asOf = '2026-11-30'

interface Outline {
  sources: string
  /** In English and in German. */
  headings: readonly (readonly [english: string, german: string])[]
}

export const outlines: Partial<Record<Kind, Outline>> = {
  imprint: {
    sources: '§ 5 DDG (Germany), § 5 ECG, § 14 UGB and § 25 MedienG (Austria), Article 5 of Directive 2000/31/EC',
    headings: [
      ['Name, legal form and address', 'Name, Rechtsform und Anschrift'],
      ['Who represents the company', 'Vertretungsberechtigte'],
      ['E-mail and telephone', 'E-Mail und Telefon'],
      ['Register and its number', 'Register und Registernummer'],
      ['VAT number', 'Umsatzsteuer-Identifikationsnummer'],
      ['Supervising authority and profession, if there are', 'Aufsichtsbehörde und Beruf, falls zutreffend'],
      ['Settling disputes of consumers', 'Verbraucherstreitbeilegung'],
    ],
  },
  privacy: {
    sources: 'Articles 13 and 14 of Regulation (EU) 2016/679',
    headings: [
      ['Who is responsible', 'Verantwortliche Stelle'],
      ['Data protection officer, if there is one', 'Datenschutzbeauftragte, falls vorhanden'],
      ['Which data, for what, and on what legal basis', 'Welche Daten, wofür und auf welcher Rechtsgrundlage'],
      ['Who receives them', 'Empfänger'],
      ['Transfers to other countries', 'Übermittlung in Drittländer'],
      ['How long they are kept', 'Speicherdauer'],
      ['Cookies and what is like them', 'Cookies und Vergleichbares'],
      ['Your rights, and complaints to an authority', 'Ihre Rechte und Beschwerde bei einer Aufsichtsbehörde'],
    ],
  },
  terms: {
    sources: 'Articles 6 and 8 of Directive 2011/83/EU; Article 246a EGBGB (Germany), §§ 4 and 8 FAGG (Austria)',
    headings: [
      ['Who sells', 'Vertragspartner'],
      ['How a contract is made', 'Vertragsschluss'],
      ['Prices and costs of shipping', 'Preise und Versandkosten'],
      ['Payment', 'Zahlung'],
      ['Delivery', 'Lieferung'],
      ['Right of withdrawal', 'Widerrufsrecht'],
      ['Liability for defects', 'Mängelhaftung'],
    ],
  },
  withdrawal: {
    sources: 'Article 6(1)(h) and Annex I of Directive 2011/83/EU: it has a model instruction and a model form',
    headings: [
      ['Right of withdrawal', 'Widerrufsrecht'],
      ['Consequences of withdrawal', 'Folgen des Widerrufs'],
      ['Who sends the goods back, and who pays for it', 'Rücksendung und ihre Kosten'],
      ['What cannot be withdrawn from', 'Ausnahmen'],
      ['Form for withdrawal', 'Muster-Widerrufsformular'],
    ],
  },
  shipping: {
    sources: 'Article 6(1)(e) and (g) and Article 8(3) of Directive 2011/83/EU; § 6 PAngV (Germany)',
    headings: [
      ['Where we ship to', 'Liefergebiet'],
      ['What it costs', 'Versandkosten'],
      ['How long it takes', 'Lieferzeit'],
    ],
  },
  payment: {
    sources: 'Article 8(3) of Directive 2011/83/EU',
    headings: [['Ways to pay', 'Zahlungsarten']],
  },
}

export function outlineOf(kind: Kind, language: 'en' | 'de'): string | undefined {
  const headings = outlines[kind]?.headings.map(([english, german]) => (language === 'de' ? german : english))
  return headings?.map((heading) => `<h2>${heading}</h2><p></p>`).join('')
}
