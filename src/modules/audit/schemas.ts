import { type Static, Type } from 'typebox'
import { auditActions, auditTargets } from '#src/platform/audit/index.ts'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { EntryRow, TargetNames } from './queries.ts'

const Action = Type.String({ enum: auditActions, examples: ['product.updated'] })
const Moment = (description: string) => Type.String({ maxLength: 40, description, examples: ['2026-11-01'] })

export const auditFilters = {
  actor: Type.Optional(Type.String({ ...Uuid, description: 'Id of a user or of a key.' })),
  action: Type.Optional(Action),
  target: Type.Optional(Type.String({ ...Uuid, description: 'Id of a product, an order, a webhook, ….' })),
  from: Type.Optional(Moment('From this date (of the shop’s `timezone`) or time on.')),
  to: Type.Optional(Moment('Up to a date, which is included, or before a time.')),
}

export const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    id: Uuid,
    at: Timestamp,
    actor: Type.Object({
      type: Type.String({ enum: ['user', 'api_key', 'system'] }),
      id: Nullable(Uuid),
      email: Type.Optional(
        Nullable(Type.String({ description: 'Current address of a user; null once the account is erased.' })),
      ),
      name: Type.Optional(Nullable(Type.String({ description: 'Name of a key.' }))),
    }),
    action: Action,
    target: Type.Object({
      type: Type.String({ enum: [...auditTargets] }),
      id: Uuid,
      name: Nullable(
        Type.String({
          description:
            'What people call it: SKU and name of a product, number of an order, e-mail address of a person, … as it ' +
            'is now, or was when it was made or deleted; null if that is not known.',
          examples: ['MUG-BLUE, Blue mug'],
        }),
      ),
    }),
    changes: Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 }), {
      description: 'Each changed field with its value before and after. Never a secret.',
      examples: [{ price: [12.75, 9.95] }],
    }),
    ip: Nullable(Type.String({ examples: ['203.0.113.7'] })),
    request_id: Nullable(Type.String({ description: 'The `x-request-id` of the answer.' })),
  }),
)

export function presentEntry(
  row: EntryRow,
  actors: ReadonlyMap<string, string | null>,
  targets: TargetNames,
): Static<typeof AuditEntry> {
  const shown = actors.get(row.actor_id ?? '') ?? null
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      ...(row.actor_type === 'user' && { email: shown }),
      ...(row.actor_type === 'api_key' && { name: shown ?? row.first_name }),
    },
    action: row.action,
    target: { type: row.target_type, id: row.target_id, name: targets.get(row.target_id) ?? null },
    changes: row.changes,
    ip: row.ip,
    request_id: row.request_id,
  }
}
