import { type Static, Type } from 'typebox'
import { keyKinds } from '#src/platform/http/auth/authentication-services.ts'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { permissions } from '#src/platform/lib/permissions.ts'
import { defaultKeyLimit } from './manage-api-keys.ts'
import type { ApiKeyRow } from './queries.ts'

const Name = line({ max: 100, examples: ['Warehouse'] })

const Kind = Type.Unsafe<(typeof keyKinds)[number]>(
  Type.String({
    enum: [...keyKinds],
    description:
      '`admin` (`ck_…`) acts for its maker at /admin. `publishable` (`pk_…`) may be part of a page: it reads the ' +
      'shop’s catalog, and opens guests. `storefront` (`sk_…`) is the same for the storefront’s server, and secret.',
  }),
)
const RateLimit = Type.Integer({
  minimum: 60,
  maximum: 100_000,
  description: 'Requests a minute of a `storefront` key that do not say for which `shopper-address` they are.',
  examples: [defaultKeyLimit],
})

export const ApiKey = named(
  'ApiKey',
  Type.Object({
    id: Uuid,
    kind: Kind,
    name: Name,
    permissions: Type.Array(Type.String(), {
      description:
        'Permissions of an `admin` key, as far as the role of its maker has them at the time; empty for other kinds.',
      examples: [['orders.read', 'inventory.write']],
    }),
    last_four: Type.String({ description: 'The end of the key.', examples: ['x4Qk'] }),
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'A `publishable` key, whole; null for those that are secret.',
      examples: ['pk_…'],
    }),
    rate_limit_per_minute: Type.Union([RateLimit, Type.Null()], { description: 'Of a `storefront` key.' }),
    user_id: Type.Union([Uuid, Type.Null()], {
      description: 'Who made an `admin` key, and for whom it acts. The others are the shop’s.',
    }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'The last request, exact to a minute.' }),
  }),
)

export const ApiKeyWithSecret = named(
  'ApiKeyWithSecret',
  Type.Object({
    ...ApiKey.properties,
    key: Type.String({
      description: 'Send it as `access-token`. One that is secret is not shown again.',
      examples: ['ck_…'],
    }),
  }),
)

export const NewApiKey = body('NewApiKey', {
  kind: Type.Optional(Kind),
  name: Name,
  permissions: Type.Optional(
    Type.Array(line({ max: 100 }), {
      minItems: 1,
      maxItems: 100,
      description:
        `Of an \`admin\` key, which needs them: names of permissions that the maker has: ${permissions.join(', ')}. ` +
        'The others take none.',
      examples: [['orders.read', 'inventory.write']],
    }),
  ),
  rate_limit_per_minute: Type.Optional(RateLimit),
  expires_at: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'A time in the future. Default: the key is valid until it is revoked.',
    }),
  ),
})

export function presentApiKey(row: ApiKeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    permissions: row.permissions,
    last_four: row.last_four,
    key: row.public_key,
    rate_limit_per_minute: row.rate_limit_per_minute,
    user_id: row.user_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
