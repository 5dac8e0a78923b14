import { languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'

/** Of all mails about orders. */
const texts = {
  order: ['Order', 'Bestellung'],
  placed: ['Placed', 'Bestellt am'],
  vatNumber: ['Your VAT number', 'Ihre USt-IdNr.'],
  each: ['{price} each', 'je {price}'],
  yourOrder: ['Your order', 'Ihre Bestellung'],
  shippingTo: ['Shipping to', 'Lieferadresse'],
  billingTo: ['Billing to', 'Rechnungsadresse'],
  questions: [
    'If you have a question about your order, please get in touch with {shop}.',
    'Wenn Sie Fragen zu Ihrer Bestellung haben, wenden Sie sich bitte an {shop}.',
  ],
  questionsByMail: [
    'If you have a question about your order, reply to this e-mail, or write to {email}.',
    'Wenn Sie Fragen zu Ihrer Bestellung haben, antworten Sie auf diese E-Mail oder schreiben Sie an {email}.',
  ],
  footer: [
    'You receive this e-mail because you placed order {number} at {shop}.',
    'Sie erhalten diese E-Mail, weil bei {shop} die Bestellung {number} aufgegeben wurde.',
  ],
  // The confirmation.
  received: ['We have received your order {number}', 'Wir haben Ihre Bestellung {number} erhalten'],
  thanks: ['Thank you for your order', 'Vielen Dank für Ihre Bestellung'],
  receivedText: ['We have received your order.', 'Ihre Bestellung ist bei uns eingegangen.'],
  keptUntil: [
    'If you have not paid yet, it is kept for you until {until}.',
    'Falls Sie noch nicht bezahlt haben, reservieren wir sie für Sie bis zum {until}.',
  ],
  // Reminders of a payment.
  reminder: ['Your order {number} is not paid yet', 'Ihre Bestellung {number} ist noch nicht bezahlt'],
  reminderText: [
    'We have not received your payment yet. If you have just paid, you can ignore this e-mail.',
    'Ihre Zahlung ist noch nicht bei uns eingegangen. Haben Sie gerade bezahlt, können Sie diese E-Mail ignorieren.',
  ],
  secondReminder: [
    'Second reminder: your order {number} is not paid yet',
    'Zweite Erinnerung: Ihre Bestellung {number} ist noch nicht bezahlt',
  ],
  secondReminderText: [
    'We are still waiting for your payment. Please pay in the next few days.',
    'Wir warten noch auf Ihre Zahlung. Bitte bezahlen Sie in den nächsten Tagen.',
  ],
  lastReminder: [
    'Last reminder: your order {number} is not paid yet',
    'Letzte Erinnerung: Ihre Bestellung {number} ist noch nicht bezahlt',
  ],
  lastReminderText: [
    'We have reminded you before, and your payment is still missing. Please pay now, or tell us what is wrong.',
    'Trotz unserer Erinnerungen fehlt Ihre Zahlung noch. Bitte bezahlen Sie jetzt, oder sagen Sie uns, was fehlt.',
  ],
  // Another address of the parcel.
  newAddress: ['Your order {number} goes to another address', 'Neue Lieferadresse für Ihre Bestellung {number}'],
  newAddressText: [
    'We have changed the shipping address of your order.',
    'Wir haben die Lieferadresse Ihrer Bestellung geändert.',
  ],
  newAddressWarning: [
    'If you did not ask for this, please tell us at once.',
    'Falls Sie das nicht gewünscht haben, sagen Sie uns bitte sofort Bescheid.',
  ],
  // A shipment.
  wholeSent: ['Your order {number} is on its way', 'Ihre Bestellung {number} ist unterwegs'],
  partSent: ['Part of your order {number} is on its way', 'Ein Teil Ihrer Bestellung {number} ist unterwegs'],
  restSent: ['The rest of your order {number} is on its way', 'Der Rest Ihrer Bestellung {number} ist unterwegs'],
  wholeDone: ['Your order {number} is complete', 'Ihre Bestellung {number} ist abgeschlossen'],
  partDone: ['Part of your order {number} is complete', 'Ein Teil Ihrer Bestellung {number} ist abgeschlossen'],
  restDone: ['The rest of your order {number} is complete', 'Der Rest Ihrer Bestellung {number} ist abgeschlossen'],
  onTheirWay: ['These products are on their way to you.', 'Diese Produkte sind unterwegs zu Ihnen.'],
  onTheirWayBy: [
    'These products are on their way to you with {carrier}.',
    'Diese Produkte sind mit {carrier} unterwegs zu Ihnen.',
  ],
  areDone: ['These products are done.', 'Diese Produkte sind erledigt.'],
  restFollows: ['The rest will follow.', 'Der Rest folgt.'],
  follow: ['Follow your parcel', 'Sendung verfolgen'],
  trackingNumber: ['Tracking number', 'Sendungsnummer'],
  inParcel: ['In this parcel', 'In diesem Paket'],
  done: ['Done', 'Erledigt'],
  toCome: ['Still to come', 'Folgt noch'],
  // A refund.
  refundOf: ['Refund for your order {number}', 'Erstattung zu Ihrer Bestellung {number}'],
  refund: ['Refund', 'Erstattung'],
  products: ['Products', 'Produkte'],
  shipping: ['Shipping', 'Versand'],
  fee: ['Payment fee', 'Zahlungsgebühr'],
  severalWays: ['Refund of {amount}', 'Erstattung von {amount}'],
  severalWaysText: [
    'We have refunded {amount} in several ways, listed below.',
    'Wir haben Ihnen {amount} auf mehreren Wegen erstattet, die unten aufgeführt sind.',
  ],
  severalByHandText: [
    'You get {amount} back in several ways, listed below. {shop} pays back part of it itself.',
    'Sie erhalten {amount} auf mehreren Wegen zurück, die unten aufgeführt sind. Einen Teil davon zahlt {shop} ' +
      'selbst zurück.',
  ],
  byHand: ['You will get {amount} back', 'Sie erhalten {amount} zurück'],
  byHandText: [
    '{shop} will pay {amount} back to you itself, usually the way you paid: by bank transfer or in cash. Please ' +
      'reply to this e-mail if you have questions about it.',
    '{shop} zahlt Ihnen {amount} selbst zurück, in der Regel so, wie Sie bezahlt haben: per Überweisung oder bar. ' +
      'Wenn Sie Fragen dazu haben, antworten Sie bitte auf diese E-Mail.',
  ],
  toBePaidBack: ['To be paid back', 'Wird zurückgezahlt'],
  refunded: ['We have refunded {amount}', 'Wir haben Ihnen {amount} erstattet'],
  refundedSum: ['Refunded', 'Erstattet'],
  toCreditText: [
    'We have added {amount} to your store credit. You can use it for your next order.',
    'Wir haben Ihrem Guthaben {amount} gutgeschrieben. Sie können es bei Ihrer nächsten Bestellung einlösen.',
  ],
  toCardText: [
    'We have put {amount} back on your gift card. You can use it for your next order.',
    'Wir haben {amount} auf Ihre Geschenkkarte zurückgebucht. Sie können sie bei Ihrer nächsten Bestellung einlösen.',
  ],
  toPaymentText: [
    'We have refunded {amount} the way you paid. Depending on your bank, it can take a few days to arrive.',
    'Wir haben Ihnen {amount} auf dem Weg erstattet, auf dem Sie bezahlt haben. Je nach Bank kann es einige Tage ' +
      'dauern, bis das Geld bei Ihnen ankommt.',
  ],
  provider: ['The way you paid', 'Auf Ihrem Zahlungsweg'],
  store_credit: ['To your store credit', 'Auf Ihr Guthaben'],
  gift_card: ['To your gift card', 'Auf Ihre Geschenkkarte'],
  manual: ['Paid back by the shop itself', 'Vom Shop selbst zurückgezahlt'],
  // A cancellation.
  cancelled: ['Your order {number} is cancelled', 'Ihre Bestellung {number} ist storniert'],
  cancelledText: ['We have cancelled your order.', 'Wir haben Ihre Bestellung storniert.'],
  requested_by_customer: [
    'As you asked, we have cancelled your order.',
    'Wie von Ihnen gewünscht, haben wir Ihre Bestellung storniert.',
  ],
  requested_by_merchant: [
    'We are sorry: we had to cancel your order.',
    'Es tut uns leid: Wir mussten Ihre Bestellung stornieren.',
  ],
  payment_window_expired: [
    'Your order was not paid in time, so we have cancelled it.',
    'Ihre Bestellung wurde nicht rechtzeitig bezahlt. Deshalb haben wir sie storniert.',
  ],
  released: [
    'Your order was not paid, and somebody else has bought what it held. So we have cancelled it.',
    'Ihre Bestellung war noch nicht bezahlt, und jemand anderes hat gekauft, was für Sie reserviert war. Deshalb ' +
      'haben wir sie storniert.',
  ],
  allBack: ['You will get back what you have paid.', 'Sie erhalten zurück, was Sie bezahlt haben.'],
  partBack: [
    'You will get back {amount} of what you have paid.',
    'Von dem, was Sie bezahlt haben, erhalten Sie {amount} zurück.',
  ],
  // A link to pay.
  pay: ['Pay for your order {number}', 'Bezahlen Sie Ihre Bestellung {number}'],
  payText: ['{shop} has placed this order for you.', '{shop} hat diese Bestellung für Sie angelegt.'],
  payUntil: ['It is kept until {until}.', 'Sie ist bis zum {until} für Sie reserviert.'],
  lookAndPay: ['View order and pay', 'Ansehen und bezahlen'],
  payFooter: ['{shop} sent you this e-mail.', 'Sie erhalten diese E-Mail, weil {shop} sie Ihnen gesendet hat.'],
  // A link to the order.
  yourOrderOf: ['Your order {number}', 'Ihre Bestellung {number}'],
  linkText: [
    'Here is the link to your order at {shop}. It works for 60 days.',
    'Hier ist der Link zu Ihrer Bestellung bei {shop}. Er gilt 60 Tage lang.',
  ],
  linkFooter: [
    'You receive this e-mail because somebody asked {shop} for the link to this order. If it was not you, you can ' +
      'ignore it.',
    'Sie erhalten diese E-Mail, weil jemand bei {shop} den Link zu dieser Bestellung angefordert hat. Falls Sie das ' +
      'nicht waren, brauchen Sie nichts zu tun.',
  ],
} satisfies Record<string, Said>

/** In the language of a shop. */
export function orderTexts({ locale }: { locale: string }): Record<keyof typeof texts, string> {
  return textsIn(texts, languageOf(locale))
}
