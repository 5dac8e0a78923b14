/**
 * The DATEV format of bookings: EXTF, header version 700, category 21 (Buchungsstapel), format version 13
 * (developer.datev.de, "DATEV-Format"). Fields are told apart by their place.
 */

const range = (to: number) => Array.from({ length: to }, (_, index) => index + 1)

/** Names of the columns in their order; `#` stands before those of texts, which are in quotation marks. */
const titles = [
  ...['Umsatz (ohne Soll/Haben-Kz)', '#Soll/Haben-Kennzeichen', '#WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['#WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', '#BU-Schlüssel', 'Belegdatum'],
  ...['#Belegfeld 1', '#Belegfeld 2', 'Skonto', '#Buchungstext', 'Postensperre', '#Diverse Adressnummer'],
  ...['Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', '#Beleglink'],
  ...range(8).flatMap((number) => [`#Beleginfo - Art ${number}`, `#Beleginfo - Inhalt ${number}`]),
  ...['#KOST1 - Kostenstelle', '#KOST2 - Kostenstelle', 'Kost-Menge', '#EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', '#Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...range(20).flatMap((number) => [`#Zusatzinformation - Art ${number}`, `#Zusatzinformation- Inhalt ${number}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', '#Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['#Auftragsnummer', '#Buchungstyp', 'USt-Schlüssel (Anzahlungen)', '#EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', '#Herkunft-Kz'],
  ...['#Buchungs GUID', 'KOST-Datum', '#SEPA-Mandatsreferenz', 'Skontosperre', '#Gesellschaftername'],
  ...['Beteiligtennummer', '#Identifikationsnummer', '#Zeichnernummer', 'Postensperre bis'],
  ...['#Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum'],
  ...['Datum Zuord. Steuerperiode', 'Fälligkeit', '#Generalumkehr (GU)', 'Steuersatz', '#Land'],
  ...['#Abrechnungsreferenz', 'BVV-Position', '#EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)'],
  'Abw. Skontokonto',
]

const columns = titles.map((title) => title.replace(/^#/, ''))
const isText = titles.map((title) => title.startsWith('#'))

/** Bookings of one file. */
export const maxBookings = 99_999

interface FileHeader {
  /** Year, month, day, hour, minute, second and milliseconds, without anything between them. */
  madeAt: string
  advisor: number
  client: number
  fiscalYear: string
  accountLength: number
  from: string
  to: string
  chart: string
}

export interface Booking {
  date: string
  document: string
  text: string
  amount_minor: number
  side: 'debit' | 'credit'
  account: string
  contra_account: string
  tax_key: string | null
  /** The other country, or the buyer's VAT number, where one of them decides about the tax. */
  destination: string | null
  /** Percent, in that country. */
  destination_rate: number | null
}

const text = (value: string) => `"${value.replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')
const amount = (minor: number) => `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`
const percent = (rate: number) => rate.toFixed(2).padStart(5, '0').replace('.', ',')

/** Both lines before the bookings. */
export function headOf(header: FileHeader): string {
  const { madeAt, advisor, client, fiscalYear, accountLength, from, to, chart } = header
  const fields = [
    ...[text('EXTF'), 700, 21, text('Buchungsstapel'), 13, madeAt, '', text('CP'), text('Commerce Platform'), text('')],
    ...[advisor, client, compact(fiscalYear), accountLength, compact(from), compact(to)],
    ...[text(`Shop ${from} - ${to}`), text(''), 1, 0, 0, text('EUR'), '', text(''), '', ''],
    ...[text(chart.slice(-2)), '', '', text(''), text('')],
  ]
  return `${fields.join(';')}\r\n${columns.join(';')}\r\n`
}

/** The line of a booking. Its amount is above 0. */
export function lineOf(booking: Booking): string {
  const values: Record<string, string> = {
    'Umsatz (ohne Soll/Haben-Kz)': amount(booking.amount_minor),
    'Soll/Haben-Kennzeichen': booking.side === 'debit' ? 'S' : 'H',
    'WKZ Umsatz': 'EUR',
    Konto: booking.account,
    'Gegenkonto (ohne BU-Schlüssel)': booking.contra_account,
    'BU-Schlüssel': booking.tax_key?.padStart(4, '0') ?? '',
    Belegdatum: booking.date.slice(8, 10) + booking.date.slice(5, 7),
    'Belegfeld 1': booking.document,
    Buchungstext: booking.text,
    'EU-Land u. UStID (Bestimmung)': booking.destination ?? '',
    'EU-Steuersatz (Bestimmung)': booking.destination_rate === null ? '' : percent(booking.destination_rate),
    Festschreibung: '0',
  }
  const cells = columns.map((column, index) => {
    const value = values[column] ?? ''
    return isText[index] ? text(value) : value
  })
  return `${cells.join(';')}\r\n`
}

const decoder = new TextDecoder('windows-1252')
const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))

/** In Windows-1252, which every DATEV program reads; a letter that it lacks is written without its accent, else `?`. */
export function encode(line: string): Buffer {
  return Buffer.from(
    Array.from(line, (letter) => {
      const plain = letter.normalize('NFD').slice(0, 1)
      return bytes.get(letter) ?? bytes.get(plain) ?? 0x3f
    }),
  )
}
