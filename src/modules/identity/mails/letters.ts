import { type Said, say } from '#src/platform/lib/languages.ts'
import type { Letter } from '#src/platform/mail/index.ts'

const ignore: Said = [
  'If this was not you, no harm is done: ignore this mail.',
  'Falls Sie das nicht waren, ist nichts passiert: Ignorieren Sie diese E-Mail einfach.',
]

const askAgain: Said = [
  'If this was not you, ask for a new password at once.',
  'Falls Sie das nicht waren, fordern Sie sofort ein neues Passwort an.',
]

/** A letter that says the same to everybody. */
function letter<Data extends object>(name: string, subject: Said, paragraphs: readonly Said[]): Letter<Data> {
  return {
    name,
    write: (_, language) => ({
      subject: say(subject, language),
      paragraphs: paragraphs.map((text) => say(text, language)),
    }),
  }
}

export const verifyEmail = letter<object>(
  'verify_email',
  ['Confirm your e-mail address', 'Bestätigen Sie Ihre E-Mail-Adresse'],
  [
    [
      'Please confirm that this address is yours. The link works once, for 24 hours.',
      'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt 24 Stunden lang und nur einmal.',
    ],
    ignore,
  ],
)

export const resetPassword = letter<object>(
  'reset_password',
  ['Set a new password', 'Setzen Sie ein neues Passwort'],
  [
    [
      'Somebody asked for a new password for your account. The link works once, for one hour.',
      'Jemand hat für Ihr Konto ein neues Passwort angefordert. Der Link gilt eine Stunde lang und nur einmal.',
    ],
    ignore,
  ],
)

export const passwordChanged = letter<object>(
  'password_changed',
  ['Your password was changed', 'Ihr Passwort wurde geändert'],
  [
    [
      'The password of your account was changed just now, and every other device was signed out.',
      'Das Passwort Ihres Kontos wurde soeben geändert, und alle anderen Geräte wurden abgemeldet.',
    ],
    askAgain,
  ],
)

export const changeEmail = letter<object>(
  'change_email',
  ['Confirm your new e-mail address', 'Bestätigen Sie Ihre neue E-Mail-Adresse'],
  [
    [
      'Please confirm that your account is to have this address. Until then it keeps the one it has.',
      'Bitte bestätigen Sie, dass Ihr Konto diese Adresse haben soll. Bis dahin behält es seine bisherige.',
    ],
    ['The link works once, for 24 hours.', 'Der Link gilt 24 Stunden lang und nur einmal.'],
    ignore,
  ],
)

export const emailChangeBegun = letter<{ former_id: string }>(
  'email_change_begun',
  ['The e-mail address of your account is about to be changed', 'Die E-Mail-Adresse Ihres Kontos soll geändert werden'],
  [
    [
      'Somebody who knows your password has asked to give your account another e-mail address. ' +
        'The new address applies once it is confirmed there.',
      'Jemand, der Ihr Passwort kennt, möchte für Ihr Konto eine andere E-Mail-Adresse eintragen. ' +
        'Sie gilt, sobald sie dort bestätigt ist.',
    ],
    [
      'If this was you, ignore this mail. If it was not, use the link: it undoes the change, signs out every device ' +
        'and asks you for a new password. It works once, for seven days.',
      'Falls Sie das waren, ignorieren Sie diese E-Mail. Falls nicht, benutzen Sie den Link: Er nimmt die Änderung ' +
        'zurück, meldet alle Geräte ab und fragt Sie nach einem neuen Passwort. Er gilt sieben Tage lang und nur ' +
        'einmal.',
    ],
  ],
)

export const newDevice = letter<object>(
  'new_device',
  ['A new device was signed in to your account', 'Ein neues Gerät wurde in Ihrem Konto angemeldet'],
  [
    [
      'Somebody signed in to your account just now, on a device that was not used for it before.',
      'Jemand hat sich soeben in Ihrem Konto angemeldet, auf einem Gerät, das dafür noch nicht benutzt wurde.',
    ],
    [
      'If this was not you, ask for a new password at once: it signs out every device.',
      'Falls Sie das nicht waren, fordern Sie sofort ein neues Passwort an: Damit werden alle Geräte abgemeldet.',
    ],
  ],
)

export const twoFactorOn = letter<object>(
  'two_factor_on',
  ['Your account now needs a second factor', 'Ihr Konto verlangt jetzt einen zweiten Faktor'],
  [
    [
      'Two factors were switched on for your account just now, and every other device was signed out.',
      'Für Ihr Konto wurde soeben die Anmeldung mit zwei Faktoren eingeschaltet, und alle anderen Geräte wurden ' +
        'abgemeldet.',
    ],
    [
      'If this was not you, get in touch with the shop.',
      'Falls Sie das nicht waren, wenden Sie sich bitte an den Shop.',
    ],
  ],
)

export const twoFactorOff = letter<object>(
  'two_factor_off',
  ['Your account no longer needs a second factor', 'Ihr Konto verlangt keinen zweiten Faktor mehr'],
  [
    [
      'Two factors were switched off for your account just now: the password alone signs in.',
      'Für Ihr Konto wurde soeben die Anmeldung mit zwei Faktoren ausgeschaltet: Das Passwort allein genügt.',
    ],
    askAgain,
  ],
)

export const recoveryCodesVoid = letter<object>(
  'recovery_codes_void',
  ['Your recovery codes no longer work', 'Ihre Wiederherstellungscodes gelten nicht mehr'],
  [
    [
      'Data of this service may have become known to others. So all sessions were ended, and your recovery codes too.',
      'Daten dieses Dienstes sind möglicherweise anderen bekannt geworden. Deshalb wurden alle Sitzungen beendet, ' +
        'und Ihre Wiederherstellungscodes gelten nicht mehr.',
    ],
    [
      'Sign in with a code of your authenticator app, set a new password, and set up the second factor again: you ' +
        'get new recovery codes there.',
      'Melden Sie sich mit einem Code Ihrer Authenticator-App an, setzen Sie ein neues Passwort und richten Sie den ' +
        'zweiten Faktor neu ein: Dort erhalten Sie neue Wiederherstellungscodes.',
    ],
  ],
)

export const identityLetters = [
  verifyEmail,
  resetPassword,
  passwordChanged,
  changeEmail,
  emailChangeBegun,
  newDevice,
  twoFactorOn,
  twoFactorOff,
  recoveryCodesVoid,
]
