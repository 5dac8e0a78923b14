import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { Letter } from '#src/platform/mail/index.ts'

type Text = keyof ReturnType<typeof textsIn<'accountMail'>>

/** A letter that says the same to everybody. */
function letter<Data extends object>(name: string, subject: Text, ...paragraphs: readonly Text[]): Letter<Data> {
  return {
    name,
    write(_, language) {
      const t = textsIn('accountMail', language)
      return { subject: t[subject], paragraphs: paragraphs.map((text) => t[text]) }
    },
  }
}

export const verifyEmail = letter<object>('verify_email', 'verifyEmail', 'verifyEmail1', 'verifyEmail2')
export const resetPassword = letter<object>('reset_password', 'resetPassword', 'resetPassword1', 'resetPassword2')
export const passwordChanged = letter<object>(
  'password_changed',
  'passwordChanged',
  'passwordChanged1',
  'passwordChanged2',
)
export const changeEmail = letter<object>('change_email', 'changeEmail', 'changeEmail1', 'changeEmail2', 'changeEmail3')
export const emailChangeBegun = letter<{ former_id: string }>(
  'email_change_begun',
  'emailChangeBegun',
  'emailChangeBegun1',
  'emailChangeBegun2',
)
export const newDevice = letter<object>('new_device', 'newDevice', 'newDevice1', 'newDevice2')
export const twoFactorOn = letter<object>('two_factor_on', 'twoFactorOn', 'twoFactorOn1', 'twoFactorOn2')
export const twoFactorOff = letter<object>('two_factor_off', 'twoFactorOff', 'twoFactorOff1', 'twoFactorOff2')
export const recoveryCodesVoid = letter<object>(
  'recovery_codes_void',
  'recoveryCodesVoid',
  'recoveryCodesVoid1',
  'recoveryCodesVoid2',
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
