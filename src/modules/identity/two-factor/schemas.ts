import { Type } from 'typebox'
import { body, line, named, optionalBody } from '#src/platform/http/envelope.ts'

const CurrentPassword = line({ max: 128, format: 'password', examples: ['correct horse battery'] })
const Code = line({
  max: 40,
  description: 'Six digits of the authenticator; where a second factor is on, also a recovery code.',
  examples: ['492039'],
})

export const TwoFactorBegin = optionalBody('TwoFactorBegin', { current_password: Type.Optional(CurrentPassword) })
export const TwoFactorConfirm = body('TwoFactorConfirm', { code: Code })
export const TwoFactorRemove = body('TwoFactorRemove', { current_password: CurrentPassword, code: Code })
export const TwoFactorLogin = body('TwoFactorLogin', {
  challenge: line({
    max: 200,
    description: 'From `details.challenge` of TWO_FACTOR_REQUIRED.',
    examples: ['mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE'],
  }),
  code: Code,
})

export const TwoFactorSecret = named(
  'TwoFactorSecret',
  Type.Object({
    secret: Type.String({ description: 'Base 32, to type in.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
    otpauth_uri: Type.String({ description: 'The secret as a URI, for a QR code.' }),
  }),
)

export const RecoveryCodes = named(
  'RecoveryCodes',
  Type.Object({
    recovery_codes: Type.Array(Type.String({ examples: ['MFRG-GZDF-MZTW-Q2LK'] }), {
      description: 'Each works once in place of a code. They are not shown again.',
    }),
  }),
)
