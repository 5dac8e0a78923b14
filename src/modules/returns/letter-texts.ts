import { languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'

const texts = {
  withdrawn: ['You have withdrawn from your order {number}', 'Widerruf Ihrer Bestellung {number}'],
  withdrawnTitle: ['We have received your withdrawal', 'Ihr Widerruf ist bei uns eingegangen'],
  withdrawnText: [
    'You have declared the withdrawal from the contract on {at}. It covers the products below.',
    'Sie haben am {at} den Widerruf des Vertrags erklärt. Er gilt für die unten aufgeführten Produkte.',
  ],
  withdrawnNext: [
    'Please send back what you have received within 14 days.',
    'Bitte senden Sie innerhalb von 14 Tagen zurück, was Sie erhalten haben.',
  ],
  requested: ['Your return for order {number}', 'Ihre Rücksendung zur Bestellung {number}'],
  requestedTitle: ['We have received your request', 'Ihre Anfrage ist bei uns eingegangen'],
  requestedText: [
    'You have asked to return these products. We will answer by mail.',
    'Sie möchten diese Produkte zurücksenden. Wir antworten Ihnen per E-Mail.',
  ],
  youWrote: ['You wrote: {notes}.', 'Sie haben geschrieben: {notes}.'],
  approved: ['Your return for order {number} is approved', 'Ihre Rücksendung zur Bestellung {number} ist genehmigt'],
  approvedTitle: ['Please send the products back', 'Bitte senden Sie die Produkte zurück'],
  approvedText: [
    'Your return is approved. Please send these products back to us within 30 days.',
    'Ihre Rücksendung ist genehmigt. Bitte senden Sie uns diese Produkte innerhalb von 30 Tagen zurück.',
  ],
  exchangeKept: ['We keep for you what you get instead.', 'Was Sie stattdessen erhalten, halten wir für Sie bereit.'],
  label: ['The label for your return of order {number}', 'Das Etikett für Ihre Rücksendung zur Bestellung {number}'],
  labelTitle: ['Your return label', 'Ihr Etikett für die Rücksendung'],
  labelText: ['Here is the label for your return.', 'Hier ist das Etikett für Ihre Rücksendung.'],
  labelAttached: ['Your return label is attached.', 'Ihr Etikett für die Rücksendung ist angehängt.'],
  declined: ['Your return for order {number} is declined', 'Ihre Rücksendung zur Bestellung {number} ist abgelehnt'],
  declinedTitle: ['We cannot take these products back', 'Wir können diese Produkte nicht zurücknehmen'],
  declinedText: ['We have declined your return.', 'Wir haben Ihre Rücksendung abgelehnt.'],
  received: ['Your return for order {number} has arrived', 'Ihre Rücksendung zur Bestellung {number} ist angekommen'],
  receivedTitle: ['Your return has arrived', 'Ihre Rücksendung ist angekommen'],
  receivedText: ['We have received your return.', 'Wir haben Ihre Rücksendung erhalten.'],
  refunded: ['Refund for your return for order {number}', 'Erstattung für Ihre Rücksendung zur Bestellung {number}'],
  refundedTitle: ['Your return is complete', 'Ihre Rücksendung ist erledigt'],
  refundedText: [
    'You will get your money back the way you paid.',
    'Sie erhalten Ihr Geld auf dem Weg zurück, auf dem Sie bezahlt haben.',
  ],
  byHandText: [
    '{shop} itself pays back what you paid by bank transfer or in cash.',
    'Was Sie per Überweisung oder bar bezahlt haben, zahlt {shop} selbst zurück.',
  ],
  creditedText: [
    'You have it as store credit, as you have chosen: it pays your next orders.',
    'Sie haben den Betrag als Guthaben erhalten, wie Sie es gewählt haben: Damit können Sie Ihre nächsten ' +
      'Bestellungen bezahlen.',
  ],
  exchangedText: [
    'It has paid for what you get instead; what is more is refunded.',
    'Damit ist bezahlt, was Sie stattdessen erhalten; was darüber hinausgeht, wird erstattet.',
  ],
  closed: ['Your return for order {number} is closed', 'Ihre Rücksendung zur Bestellung {number} ist abgeschlossen'],
  closedTitle: ['Your return is closed', 'Ihre Rücksendung ist abgeschlossen'],
  notReceivedText: [
    'We have not received the products, so we have closed your return.',
    'Die Produkte sind nicht bei uns angekommen. Deshalb haben wir Ihre Rücksendung abgeschlossen.',
  ],
  closedText: [
    'We have closed your return without a refund.',
    'Wir haben Ihre Rücksendung ohne Erstattung abgeschlossen.',
  ],
  cancelled: [
    'Your return for order {number} is cancelled',
    'Ihre Rücksendung zur Bestellung {number} ist zurückgezogen',
  ],
  cancelledTitle: ['Your return is cancelled', 'Ihre Rücksendung ist zurückgezogen'],
  cancelledText: ['You have cancelled your return.', 'Sie haben Ihre Rücksendung zurückgezogen.'],
  // Facts and lists.
  yourOrder: ['Your order', 'Ihre Bestellung'],
  withdrawnAt: ['Withdrawn', 'Widerrufen am'],
  carrier: ['Carrier', 'Versanddienst'],
  trackingNumber: ['Tracking number', 'Sendungsnummer'],
  deduction: ['Deduction', 'Abzug'],
  refund: ['Refund', 'Erstattung'],
  storeCredit: ['Store credit', 'Guthaben'],
  refundBy: ['Refund by', 'Erstattung bis'],
  toSendBack: ['To send back', 'Zurückzusenden'],
  notSent: ['Not sent to you', 'Nicht an Sie versandt'],
} satisfies Record<string, Said>

/** In the language of a shop. */
export function returnLetterTexts({ locale }: { locale: string }): Record<keyof typeof texts, string> {
  return textsIn(texts, languageOf(locale))
}
