import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { permissions } from '#src/platform/lib/permissions.ts'
import type { ApiKeyRow } from './queries.ts'

const Name = line({ max: 100, examples: ['Warehouse'] })

export const ApiKey = named(
  'ApiKey',
  Type.Object({
    id: Uuid,
    name: Name,
    permissions: Type.Array(Type.String(), {
      description: 'What the key may do, as far as the role of its maker allows it at the time.',
      examples: [['orders.read', 'inventory.write']],
    }),
    last_four: Type.String({ description: 'The end of the key.', examples: ['x4Qk'] }),
    user_id: Type.String({ format: 'uuid', description: 'Its maker, for whom it acts.' }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'The hour of the last request.' }),
  }),
)

export const ApiKeyWithSecret = named(
  'ApiKeyWithSecret',
  Type.Object({
    ...ApiKey.properties,
    key: Type.String({ description: 'Send it as `access-token`. It is not shown again.', examples: ['ck_…'] }),
  }),
)

export const NewApiKey = body('NewApiKey', {
  name: Name,
  permissions: Type.Array(line({ max: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: `Names of permissions that the maker has: ${permissions.join(', ')}.`,
    examples: [['orders.read', 'inventory.write']],
  }),
  expires_at: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'A time in the future. Default: the key is valid until it is revoked.',
    }),
  ),
})

export function presentApiKey(row: ApiKeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    name: row.name,
    permissions: row.permissions,
    last_four: row.last_four,
    user_id: row.user_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
