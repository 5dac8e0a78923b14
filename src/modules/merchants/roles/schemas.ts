import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Timestamp } from '#src/platform/http/envelope.ts'
import { isBuiltIn, permissionSet, permissions, permissionsOf } from '#src/platform/lib/permissions.ts'
import { maxNameLength } from '../names.ts'
import type { RoleRow } from './queries.ts'

export const Role = named(
  'Role',
  Type.Object({
    id: Type.String({
      description: 'Of an own role a UUID; of a built-in one its name.',
      examples: ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'],
    }),
    name: Type.String({ examples: ['Packing'] }),
    built_in: Type.Boolean({ description: 'True for a role that every shop has and nobody can change.' }),
    permissions: Type.Array(Type.String(), { examples: [['orders.read', 'orders.fulfil']] }),
    members: Type.Integer({ description: 'Number of members with the role.' }),
    invitations: Type.Integer({ description: 'Number of invitations to the role.' }),
    created_at: Nullable(Timestamp),
    updated_at: Nullable(Timestamp),
  }),
)

const Name = line({
  max: 100,
  description: `1 to ${maxNameLength} characters. Unique in the shop, regardless of case.`,
  examples: ['Packing'],
})

const PermissionNames = Type.Array(line({ max: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: `Names of permissions that the caller has: ${permissions.join(', ')}.`,
  examples: [['orders.read', 'orders.fulfil']],
})

export const NewRole = body('NewRole', { name: Name, permissions: PermissionNames })
export const ChangedRole = body('ChangedRole', {
  name: Type.Optional(Name),
  permissions: Type.Optional(PermissionNames),
})

export function presentRole(row: RoleRow): Static<typeof Role> {
  const allowed = isBuiltIn(row.id) ? permissionsOf(row.id) : permissionSet(row.permissions ?? [])
  return {
    id: row.id,
    name: row.name,
    built_in: isBuiltIn(row.id),
    permissions: [...allowed],
    members: row.members,
    invitations: row.invitations,
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
  }
}
