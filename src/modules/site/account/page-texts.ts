import type { Said } from '#src/platform/lib/languages.ts'
import type { AccountPage } from './account-page.ts'

const expired: Said = [
  'It was used before, or has expired. Ask for another.',
  'Er wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
]

export const verifyTexts: AccountPage['texts'] = {
  title: ['Confirm your e-mail address', 'E-Mail-Adresse bestätigen'],
  lead: ['Press the button if this mail was meant for you.', 'Drücken Sie den Knopf, wenn diese E-Mail für Sie war.'],
  action: ['This is my address', 'Das ist meine Adresse'],
  done: ['Your address is confirmed', 'Ihre Adresse ist bestätigt'],
  onward: ['You can sign in with it.', 'Sie können sich damit anmelden.'],
  expired,
}

export const resetTexts: AccountPage['texts'] = {
  title: ['Set a new password', 'Neues Passwort setzen'],
  lead: [
    'It takes the place of the one you had, and every device is signed out.',
    'Es ersetzt Ihr bisheriges, und alle Geräte werden abgemeldet.',
  ],
  action: ['Set the password', 'Passwort setzen'],
  done: ['Your password is set', 'Ihr Passwort ist gesetzt'],
  onward: ['Sign in with it now.', 'Melden Sie sich jetzt damit an.'],
  expired,
}

export const undoTexts: AccountPage['texts'] = {
  title: ['Undo the change of address', 'Änderung der Adresse zurücknehmen'],
  lead: [
    'As soon as you set a new password, your account has its former e-mail address again, and every device is ' +
      'signed out.',
    'Sobald Sie ein neues Passwort setzen, hat Ihr Konto wieder seine frühere E-Mail-Adresse, und alle Geräte ' +
      'werden abgemeldet.',
  ],
  action: ['Undo the change', 'Zurücknehmen'],
  done: ['The change is undone', 'Die Änderung ist zurückgenommen'],
  onward: [
    'Sign in with this address and your new password.',
    'Melden Sie sich mit dieser Adresse und Ihrem neuen Passwort an.',
  ],
  expired: ['It was used before, or has expired.', 'Er wurde schon benutzt oder ist abgelaufen.'],
}

export const invitationTexts: AccountPage['texts'] = {
  title: ['Accept an invitation', 'Einladung annehmen'],
  lead: [
    '{shop} invites {email} to work for it, with the role {role}.',
    '{shop} lädt {email} zur Mitarbeit ein, mit der Rolle {role}.',
  ],
  action: ['Accept', 'Annehmen'],
  done: ['You now work for {shop}', 'Sie arbeiten jetzt für {shop}'],
  onward: ['Your role is {role}. Sign in to begin.', 'Ihre Rolle ist {role}. Melden Sie sich an.'],
  expired: [
    'It was used before, was taken back, or has expired. Ask for another.',
    'Er wurde schon benutzt, zurückgenommen oder ist abgelaufen. Bitten Sie um einen neuen.',
  ],
}
