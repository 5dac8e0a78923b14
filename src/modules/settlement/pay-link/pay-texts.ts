import type { Said } from '#src/platform/lib/languages.ts'

export const payTexts = {
  title: ['Pay for your order', 'Bestellung bezahlen'],
  order: ['Order {number}', 'Bestellung {number}'],
  until: ['Please pay until {until}.', 'Bitte zahlen Sie bis {until}.'],
  checking: [
    'Your payment is being checked. This page refreshes automatically.',
    'Ihre Zahlung wird geprüft. Diese Seite lädt von selbst neu.',
  ],
  declined: [
    'The payment was declined. Try again, or another way.',
    'Die Zahlung wurde abgelehnt. Versuchen Sie es noch einmal, oder auf einem anderen Weg.',
  ],
  pay: ['Pay', 'Bezahlen'],
  payWith: ['Pay with {method}', 'Mit {method} bezahlen'],
  payByCard: ['Pay by card', 'Mit Karte bezahlen'],
  payNow: ['Pay now', 'Jetzt bezahlen'],
  needsScript: ['Paying by card needs JavaScript.', 'Für die Zahlung mit Karte wird JavaScript gebraucht.'],
  testSuccess: ['test success', 'Testzahlung (gelingt)'],
  testDecline: ['test decline', 'Testzahlung (wird abgelehnt)'],
  giftCard: ['Code of a gift card', 'Code einer Geschenkkarte'],
  useGiftCard: ['Use it', 'Einlösen'],
  paid: ['Your order is paid', 'Ihre Bestellung ist bezahlt'],
  paidText: ['Thank you. {shop} has your payment.', 'Vielen Dank. Ihre Zahlung ist bei {shop} angekommen.'],
  ended: ['This link has ended', 'Dieser Link gilt nicht mehr'],
  endedText: ['{shop} can send you another.', '{shop} kann Ihnen einen neuen senden.'],
  noLink: ['There is no such link', 'Diesen Link gibt es nicht'],
  noLinkText: ['Open it from the mail again.', 'Öffnen Sie ihn noch einmal aus der E-Mail.'],
  // What is refused.
  giftCardRefused: [
    'This gift card is unknown, spent, expired or disabled.',
    'Diese Geschenkkarte ist unbekannt, aufgebraucht, abgelaufen oder gesperrt.',
  ],
  giftCardMissing: ['Please enter the code of the card.', 'Bitte geben Sie den Code der Karte ein.'],
  remainder: [
    'The card would leave an amount that is too small to be paid another way.',
    'Die Karte ließe einen Betrag übrig, der zu klein ist, um anders bezahlt zu werden.',
  ],
  noMethod: ['This way to pay is not available.', 'Diese Zahlungsart ist nicht verfügbar.'],
  again: ['This did not work. Please try again.', 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'],
} satisfies Record<string, Said>
