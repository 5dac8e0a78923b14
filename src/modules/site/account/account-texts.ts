import type { Said } from '#src/platform/lib/languages.ts'

/** Of all pages that mailed links open. */
export const accountTexts = {
  link: ['Link from the mail', 'Link aus der E-Mail'],
  linkHint: [
    'The link is not complete here. Copy it from the mail, and paste it whole.',
    'Der Link ist hier nicht vollständig. Kopieren Sie ihn ganz aus der E-Mail.',
  ],
  noLink: [
    'This link is not complete. Open it from the mail again, or paste it here.',
    'Dieser Link ist nicht vollständig. Öffnen Sie ihn noch einmal, oder fügen Sie ihn hier ein.',
  ],
  openIt: ['One step, and you see what the link is for.', 'Noch ein Schritt, und Sie sehen, wofür der Link ist.'],
  goOn: ['Continue', 'Weiter'],
  password: ['New password', 'Neues Passwort'],
  passwordHint: ['At least 8 characters.', 'Mindestens 8 Zeichen.'],
  commonPassword: [
    'This is one of the most common passwords. Please choose another.',
    'Das ist eines der häufigsten Passwörter. Bitte wählen Sie ein anderes.',
  ],
  emailPassword: ['The password must not be the e-mail address.', 'Das Passwort darf nicht die E-Mail-Adresse sein.'],
  console: ['To the console', 'Zur Konsole'],
  goBack: [
    'You can close this page and go back to the shop.',
    'Sie können diese Seite schließen und zum Shop zurückkehren.',
  ],
  expired: ['This link no longer works', 'Dieser Link gilt nicht mehr'],
  emailTaken: [
    'Another account has this e-mail address by now.',
    'Ein anderes Konto hat inzwischen diese E-Mail-Adresse.',
  ],
  failed: ['This did not work. Please try again.', 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'],
} satisfies Record<string, Said>
