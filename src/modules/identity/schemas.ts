import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, optionalBody, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { emailPattern } from '#src/platform/lib/email.ts'
import type { ProfileRow, UserRow } from './accounts/queries.ts'
import type { StaffMembership } from './sessions/staff-role.ts'

export const User = named(
  'User',
  Type.Object({
    id: Uuid,
    email: Nullable(
      Type.String({ description: 'Null for a guest, empty for an erased account.', examples: ['ada@example.com'] }),
    ),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    phone: Nullable(Type.String({ examples: ['+442071234567'] })),
    is_verified: Type.Boolean({ description: 'False until the e-mail address is confirmed.' }),
    is_guest: Type.Boolean({ description: 'True for a user who has not registered.' }),
    created_at: Timestamp,
  }),
)

/** Field of answers to requests that can cause a mail to an unconfirmed address. */
export const MailSent = Type.Optional(
  Type.String({
    enum: ['limited'],
    description:
      'Given if the hourly limit of mails to addresses that are not confirmed is reached (`MAIL_LIMITS`): all is ' +
      'done but the mail, which can be asked for again later.',
  }),
)

/** The field of an answer that tells so. */
export function mailSent(isSent: boolean): { mail?: 'limited' } {
  return isSent ? {} : { mail: 'limited' }
}

export const Profile = named(
  'Profile',
  Type.Object({
    ...User.properties,
    pending_email: Nullable(
      Type.String({
        description: 'New address, which the account gets once the link mailed to it is used.',
        examples: ['ada@new.example'],
      }),
    ),
    has_two_factor: Type.Boolean({ description: 'True if a sign-in needs a code.' }),
    mail: MailSent,
  }),
)

/** A user in responses and events. */
export function presentUser(row: UserRow): Static<typeof User> {
  return {
    id: row.id,
    email: row.is_guest ? null : (row.email ?? ''),
    name: row.name,
    phone: row.phone,
    is_verified: row.is_verified,
    is_guest: row.is_guest,
    created_at: row.created_at.toISOString(),
  }
}

export function presentProfile(row: ProfileRow, isMailed = true): Static<typeof Profile> {
  const { pending_email, has_two_factor } = row
  return { ...presentUser(row), pending_email, has_two_factor, ...mailSent(isMailed) }
}

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: emailPattern,
  format: 'idn-email',
  description: 'An e-mail address; compared without case, and with its domain in either form (`xn--…`).',
  examples: ['ada@example.com'],
})

export const Password = line({
  min: 8,
  max: 128,
  format: 'password',
  description: 'Not one of the 10,000 most common passwords, and not the e-mail address.',
  examples: ['correct horse battery'],
})
const Name = Nullable(line({ max: 200, examples: ['Ada Lovelace'] }))
const Phone = Nullable(
  line({
    max: 40,
    description: 'With `+` or `00` and the country’s code; stored as E.164, without an extension.',
    examples: ['+44 20 7123 4567'],
  }),
)
/** Looser than for new passwords, so that every existing password can be sent. */
const AnyPassword = line({ max: 128, format: 'password', examples: ['correct horse battery'] })
export const MailToken = line({
  max: 200,
  description: 'From the mailed link, after `#token=`.',
  examples: ['mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE'],
})

export const Register = body('Register', {
  email: Email,
  password: Password,
  name: Type.Optional(Name),
  phone: Type.Optional(Phone),
})

export const Login = body('Login', {
  email: line({ max: 254, examples: ['ada@example.com'] }),
  password: AnyPassword,
})

export const RefreshRequest = body('RefreshRequest', {
  refresh_token: line({ max: 200, examples: ['mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE'] }),
})

export const ProfileChange = body('ProfileChange', {
  email: Type.Optional(Email),
  name: Type.Optional(Name),
  phone: Type.Optional(Phone),
  current_password: Type.Optional(
    line({ max: 128, format: 'password', description: 'Required with `email`.', examples: ['correct horse battery'] }),
  ),
})

export const AccountDeletion = optionalBody('AccountDeletion', {
  current_password: Type.Optional(
    line({
      max: 128,
      format: 'password',
      description: 'Required, except for a guest, who has none.',
      examples: ['correct horse battery'],
    }),
  ),
})

export const VerifyEmail = body('VerifyEmail', { token: MailToken })
export const ForgotPassword = body('ForgotPassword', { email: Email })
export const PasswordReset = body('PasswordReset', { token: MailToken, password: Password })
export const EmailChangeUndo = body('EmailChangeUndo', { token: MailToken, password: Password })
const RoleName = Type.String({
  description: '`owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.',
  examples: ['manager'],
})

/** Answer to the use of a mailed token: where to continue. */
export const ProvenAddress = named(
  'ProvenAddress',
  Type.Object({
    merchants: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String({ examples: ['Lantern & Loom'] }),
        role: RoleName,
      }),
      { description: 'Shops where the account has a role; empty for a customer.' },
    ),
  }),
)
export const PasswordChange = body('PasswordChange', { current_password: AnyPassword, password: Password })

const tokenFields = {
  access_token: Type.String({ description: 'A JWT; send it as the `access-token` header.' }),
  refresh_token: Type.String({ description: 'Valid for one use at POST /user/token/refresh.' }),
  expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.', examples: [86400] }),
}

const StaffUser = named(
  'StaffUser',
  Type.Object({
    ...User.properties,
    merchant_id: Type.String({ format: 'uuid', description: 'Send it as the `merchant-id` header.' }),
    role: RoleName,
    permissions: Type.Array(Type.String(), {
      description: 'Current permissions of the role, which may change during the session.',
      examples: [['orders.read', 'orders.fulfil']],
    }),
  }),
)

const MadeDeviceId = Type.Optional(
  Type.String({
    description: 'Made for a guest opened by the key of a storefront without `device-id`: send it with the token.',
  }),
)

/** Sign-in responses have the token in `data` and at top level, like the examples of the specification. */
export const SignedIn = named(
  'SignedIn',
  Type.Object({
    success: Type.Literal(true),
    access_token: Type.String(),
    data: Type.Object({ ...tokenFields, user: User, mail: MailSent, device_id: MadeDeviceId }),
  }),
)

export const AdminSignedIn = named(
  'AdminSignedIn',
  Type.Object({
    success: Type.Literal(true),
    access_token: Type.String(),
    user: StaffUser,
    data: Type.Object({ ...tokenFields, user: StaffUser }),
  }),
)

export const TokenPair = named('TokenPair', Type.Object(tokenFields))

type Tokens = Static<typeof TokenPair>

export function presentSignIn(row: UserRow, tokens: Tokens, isMailed = true): Static<typeof SignedIn> {
  const data = { ...tokens, user: presentUser(row), ...mailSent(isMailed) }
  return { success: true, access_token: tokens.access_token, data }
}

/** `madeDeviceId`: of a request that named no device. */
export function presentGuest(row: UserRow, tokens: Tokens, madeDeviceId: string | undefined): Static<typeof SignedIn> {
  const { data, ...rest } = presentSignIn(row, tokens)
  return { ...rest, data: madeDeviceId === undefined ? data : { ...data, device_id: madeDeviceId } }
}

export function presentAdminSignIn(
  row: UserRow,
  tokens: Tokens,
  { merchantId, roleName, permissions }: StaffMembership,
): Static<typeof AdminSignedIn> {
  const user = { ...presentUser(row), merchant_id: merchantId, role: roleName, permissions: [...permissions] }
  return { success: true, access_token: tokens.access_token, user, data: { ...tokens, user } }
}

export const Session = named(
  'Session',
  Type.Object({
    id: Uuid,
    device_id: Type.String(),
    current: Type.Boolean({ description: 'True for the session of this request.' }),
    merchant_id: Nullable(Uuid),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
  }),
)
