import { type Static, Type } from 'typebox'
import { Email, MailSent, MailToken, mailSent, Password } from '#src/modules/identity/index.ts'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { InvitationRow, OpenInvitation } from './invitation-queries.ts'
import type { StaffRow } from './queries.ts'

const RoleName = Type.String({
  description: '`owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.',
  examples: ['viewer'],
})

const GivenRole = line({
  max: 100,
  description:
    '`owner` may do all, `manager` all but staff and keys, `viewer` reads, `warehouse` sends and counts, `support` ' +
    'helps customers; or the id, or the name, of one of the shop’s own (`GET /admin/roles`).',
  examples: ['viewer'],
})

export const StaffMember = named(
  'StaffMember',
  Type.Object({
    id: Type.String({ format: 'uuid', description: 'User id of a member, or id of an invitation.' }),
    user_id: Nullable(Uuid),
    email: Type.String({ examples: ['grace@example.com'] }),
    name: Nullable(Type.String({ examples: ['Grace Hopper'] })),
    role: RoleName,
    role_id: Type.String({ description: 'Of an own role a UUID; of a built-in one its name.', examples: ['viewer'] }),
    status: Type.Enum(['active', 'invited'], { description: 'State: a member, or an invitation not accepted yet.' }),
    is_verified: Type.Boolean({ description: 'Whether the member has confirmed the e-mail address.' }),
    expires_at: Type.Union([Timestamp, Type.Null()], { description: 'Expiry of an invitation; null for members.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    mail: MailSent,
  }),
)

export const NewStaffMember = body('NewStaffMember', { email: Email, role: GivenRole })
export const StaffChange = body('StaffChange', { role: GivenRole })

export const InvitationAcceptance = body('InvitationAcceptance', {
  token: MailToken,
  password: Type.Optional(Password),
})

export const InvitationToken = body('InvitationToken', { token: MailToken })

const MerchantName = named(
  'MerchantName',
  Type.Object({
    id: Type.String({ format: 'uuid', description: 'Send it as the `merchant-id` header.' }),
    name: Type.String(),
  }),
)

export const JoinedMerchant = named('JoinedMerchant', Type.Object({ merchant: MerchantName, role: RoleName }))

export const Invitation = named(
  'Invitation',
  Type.Object({
    merchant: MerchantName,
    role: RoleName,
    email: Type.String({ description: 'The account that gets the role.', examples: ['grace@example.com'] }),
    needs_password: Type.Boolean({ description: 'Whether accepting the invitation needs a new password.' }),
  }),
)

export function presentOpenInvitation(row: OpenInvitation): Static<typeof Invitation> {
  const { merchant_id: id, merchant_name: name, role_name: role, email, needs_password } = row
  return { merchant: { id, name }, role, email, needs_password }
}

export function presentStaffMember(row: StaffRow): Static<typeof StaffMember> {
  return {
    id: row.id,
    user_id: row.user_id,
    email: row.email ?? '',
    name: row.name,
    role: row.role_name,
    role_id: row.role,
    status: row.user_id === null ? 'invited' : 'active',
    is_verified: row.is_verified,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentInvitation(row: InvitationRow, isMailed = true): Static<typeof StaffMember> {
  const member = { ...row, user_id: null, name: null, is_verified: false, updated_at: row.created_at }
  return { ...presentStaffMember(member), ...mailSent(isMailed) }
}
