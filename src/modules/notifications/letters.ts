import { fill, type Language, type Said, textsIn } from '#src/platform/lib/languages.ts'
import { clean, type Letter } from '#src/platform/mail/index.ts'
import type { Notice, NoticeKind } from './rules.ts'

const texts = {
  subject: ['{merchant}: {what}', '{merchant}: {what}'],
  open: ['Open it: {url}', 'Öffnen: {url}'],
  digest: ['{merchant}: what happened since yesterday', '{merchant}: was seit gestern geschehen ist'],
  digestText: ['This happened at {merchant}:', 'Das ist bei {merchant} geschehen:'],
  change: ['Choose your notifications: {url}', 'Wählen, worüber Sie informiert werden: {url}'],
} satisfies Record<string, Said>

const said = {
  order_placed: ['new order {name} for {amount}', 'neue Bestellung {name} über {amount}'],
  large_order: ['large order {name} for {amount}', 'große Bestellung {name} über {amount}'],
  payment_by_hand: [
    'order {name} for {amount} waits for a payment by hand',
    'Bestellung {name} über {amount} wartet auf eine Zahlung von Hand',
  ],
  return_requested: ['a customer returns order {name}', 'Rücksendung zur Bestellung {name}'],
  low_stock: ['{name} is low in stock', 'geringer Bestand: {name}'],
  payment_failed: ['a payment or refund of order {name} failed', 'Zahlung oder Erstattung zu {name} ist gescheitert'],
  dispute: ['the payment of order {name} is disputed', 'die Zahlung der Bestellung {name} wird angefochten'],
  webhook_disabled: ['the webhook {name} was switched off', 'der Webhook {name} wurde abgeschaltet'],
  import_done: [
    'an import has ended (rows done / refused: {name})',
    'ein Import ist fertig (Zeilen / abgelehnt: {name})',
  ],
} satisfies Record<NoticeKind, Said>

const whatOf = ({ kind, name, amount }: Notice, language: Language) =>
  fill(textsIn(said, language)[kind], { name, amount: amount ?? '' })

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

interface Told {
  merchant: string
  notice: Notice
  url: string
  settings: string
}

/** To a member of the staff, of one thing that happened. */
export const notified: Letter<Told> = {
  name: 'staff_notice',
  write(dirty, language) {
    const { merchant, notice, url, settings } = clean(dirty)
    const t = textsIn(texts, language)
    const what = whatOf(notice, language)
    return {
      subject: fill(t.subject, { merchant, what }),
      paragraphs: [sentence(what), fill(t.open, { url }), fill(t.change, { url: settings })],
    }
  },
}

/** To a member of the staff, of everything since the last one. */
export const digested: Letter<{ merchant: string; notices: Notice[]; settings: string }> = {
  name: 'staff_digest',
  write(dirty, language) {
    const { merchant, notices, settings } = clean(dirty)
    const t = textsIn(texts, language)
    return {
      subject: fill(t.digest, { merchant }),
      paragraphs: [
        fill(t.digestText, { merchant }),
        ...notices.map((notice) => sentence(whatOf(notice, language))),
        fill(t.change, { url: settings }),
      ],
    }
  },
}
