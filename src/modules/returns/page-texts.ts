import type { Said } from '#src/platform/lib/languages.ts'

export const pageTexts = {
  order: ['Order {number}', 'Bestellung {number}'],
  placed: ['Placed on {date}', 'Bestellt am {date}'],
  pending: ['Waiting for payment', 'Zahlung offen'],
  paid: ['Paid', 'Bezahlt'],
  processing: ['Partly sent', 'Teilweise versandt'],
  completed: ['Sent', 'Versandt'],
  cancelled: ['Cancelled', 'Storniert'],
  pay: ['Pay', 'Bezahlen'],
  parcel: ['Parcel of {date}', 'Paket vom {date}'],
  track: ['Track the parcel', 'Sendung verfolgen'],
  // The words of article 11a of Directive 2011/83/EU, and of § 356a BGB.
  mayWithdraw: [
    'You may withdraw from this contract without giving a reason.',
    'Sie können diesen Vertrag ohne Angabe von Gründen widerrufen.',
  ],
  mayWithdrawUntil: [
    'You may withdraw from this contract without giving a reason until {until}.',
    'Sie können diesen Vertrag bis {until} ohne Angabe von Gründen widerrufen.',
  ],
  withdrawHere: ['Withdraw from contract here', 'Vertrag widerrufen'],
  withdraw: ['Withdraw from contract', 'Vertrag widerrufen'],
  iWithdraw: ['I withdraw from the contract for these goods.', 'Ich widerrufe den Vertrag über diese Waren.'],
  number: ['Order', 'Bestellung'],
  date: ['Placed', 'Bestellt'],
  name: ['Name', 'Name'],
  email: ['E-mail', 'E-Mail'],
  of: ['of {most}', 'von {most}'],
  confirm: ['Confirm withdrawal', 'Widerruf bestätigen'],
  whatNext: [
    'A mail confirms your withdrawal at once. Goods that you have received are to be sent back within 14 days.',
    'Eine E-Mail bestätigt Ihren Widerruf sofort. Waren, die Sie schon haben, sind innerhalb von 14 Tagen ' +
      'zurückzusenden.',
  ],
  back: ['Back to the order', 'Zurück zur Bestellung'],
  returns: ['Returns', 'Rücksendungen'],
  withdrawal: ['Withdrawal of {date}', 'Widerruf vom {date}'],
  return: ['Return of {date}', 'Rücksendung vom {date}'],
  label: ['Label for the parcel', 'Etikett für das Paket'],
  noOrder: ['No such order', 'Diese Bestellung gibt es nicht'],
  noOrderText: [
    'This link is wrong, or it has ended. Newer mails about the order have a new one.',
    'Dieser Link stimmt nicht oder gilt nicht mehr. Neuere E-Mails zur Bestellung haben einen neuen.',
  ],
  // What is refused.
  wrongUnits: [
    'Please choose at least one unit, in whole numbers.',
    'Bitte wählen Sie mindestens ein Stück, in ganzen Zahlen.',
  ],
  notPossible: ['This is not possible any more.', 'Das ist nicht mehr möglich.'],
} satisfies Record<string, Said>

/** Of returns. */
export const returnTexts = {
  requested: ['asked for', 'angefragt'],
  approved: ['approved: please send the goods back', 'genehmigt: bitte senden Sie die Waren zurück'],
  declined: ['declined', 'abgelehnt'],
  received: ['received by the shop', 'beim Shop angekommen'],
  // The sums of the order say how the money goes back, and whether it has.
  refunded: ['complete', 'erledigt'],
  closed: ['closed', 'abgeschlossen'],
  cancelled: ['cancelled', 'zurückgezogen'],
} satisfies Record<string, Said>
