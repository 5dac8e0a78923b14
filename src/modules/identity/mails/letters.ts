import type { Letter } from '#src/platform/mail/index.ts'

const ignore = 'If this was not you, no harm is done: ignore this mail.'

export const verifyEmail: Letter<object> = {
  name: 'verify_email',
  write: () => ({
    subject: 'Confirm your e-mail address',
    paragraphs: ['Please confirm that this address is yours. The link works once, for 24 hours.', ignore],
  }),
}

export const resetPassword: Letter<object> = {
  name: 'reset_password',
  write: () => ({
    subject: 'Set a new password',
    paragraphs: ['Somebody asked for a new password for your account. The link works once, for one hour.', ignore],
  }),
}

export const passwordChanged: Letter<object> = {
  name: 'password_changed',
  write: () => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and every other device was signed out.',
      'If this was not you, ask for a new password at once.',
    ],
  }),
}

export const changeEmail: Letter<object> = {
  name: 'change_email',
  write: () => ({
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Please confirm that your account is to have this address. Until then it keeps the one it has.',
      'The link works once, for 24 hours.',
      ignore,
    ],
  }),
}

export const emailChangeBegun: Letter<{ former_id: string }> = {
  name: 'email_change_begun',
  write: () => ({
    subject: 'The e-mail address of your account is about to be changed',
    paragraphs: [
      'Somebody who knows your password has asked to give your account another e-mail address. ' +
        'It has that address as soon as it is confirmed there.',
      'If this was you, ignore this mail. If it was not, use the link: it undoes the change, signs out every device ' +
        'and asks you for a new password. It works once, for seven days.',
    ],
  }),
}

export const newDevice: Letter<object> = {
  name: 'new_device',
  write: () => ({
    subject: 'A new device was signed in to your account',
    paragraphs: [
      'Somebody signed in to your account just now, on a device that was not used for it before.',
      'If this was not you, ask for a new password at once: it signs out every device.',
    ],
  }),
}

export const twoFactorOn: Letter<object> = {
  name: 'two_factor_on',
  write: () => ({
    subject: 'Your account now needs a second factor',
    paragraphs: [
      'Two factors were switched on for your account just now, and every other device was signed out.',
      'If this was not you, get in touch with the shop.',
    ],
  }),
}

export const twoFactorOff: Letter<object> = {
  name: 'two_factor_off',
  write: () => ({
    subject: 'Your account no longer needs a second factor',
    paragraphs: [
      'Two factors were switched off for your account just now: the password alone signs in.',
      'If this was not you, ask for a new password at once.',
    ],
  }),
}

export const recoveryCodesVoid: Letter<object> = {
  name: 'recovery_codes_void',
  write: () => ({
    subject: 'Your recovery codes no longer work',
    paragraphs: [
      'Data of this service may have become known to others. So all sessions were ended, and your recovery codes too.',
      'Sign in with a code of your authenticator app, set a new password, and set up the second factor anew: you get ' +
        'new recovery codes there.',
    ],
  }),
}

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
