import { type Static, Type } from 'typebox'
import { Email } from '#src/modules/identity/index.ts'
import { body, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { roles } from '#src/platform/lib/permissions.ts'
import type { StaffRow } from './queries.ts'

const RoleName = Type.Enum([...roles], { description: '`owner` may do all, `manager` all but staff, `viewer` reads.' })

export const StaffMember = named(
  'StaffMember',
  Type.Object({
    user_id: Uuid,
    email: Type.String({ examples: ['grace@example.com'] }),
    name: Nullable(Type.String({ examples: ['Grace Hopper'] })),
    role: RoleName,
    is_verified: Type.Boolean({ description: 'False until the e-mail address is confirmed.' }),
    invited: Type.Boolean({ description: 'True until the mailed link was followed and a password set.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

export const NewStaffMember = body('NewStaffMember', { email: Email, role: RoleName })
export const StaffChange = body('StaffChange', { role: RoleName })

export function presentStaffMember(row: StaffRow): Static<typeof StaffMember> {
  return {
    user_id: row.user_id,
    email: row.email ?? '',
    name: row.name,
    role: row.role,
    is_verified: row.is_verified,
    invited: row.invited,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
