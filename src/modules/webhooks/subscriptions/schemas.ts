import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, optionalBody, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { eventPatterns } from './event-patterns.ts'
import type { SubscriptionRow } from './queries.ts'
import { type RetryPeriod as Period, retryPeriods } from './rules.ts'

const EventPattern = Type.String({ enum: [...eventPatterns], examples: ['order.*'] })

const RetryPeriod = Type.Unsafe<Period>(
  Type.String({
    enum: [...retryPeriods],
    description: 'Retry period: the five specified retries, or hourly for three days after them.',
    examples: ['specified'],
  }),
)

const subscriptionFields = {
  id: Uuid,
  url: Type.String({ examples: ['https://example.com/hooks'] }),
  events: Type.Array(EventPattern, { description: 'As sent: event names, groups or `*`.' }),
  active: Type.Boolean({ description: 'Deliveries are created and sent only while this is true.' }),
  description: Nullable(Type.String({ examples: ['Orders for the warehouse'] })),
  retry_for: RetryPeriod,
  created_at: Timestamp,
  updated_at: Timestamp,
  disabled_reason: Nullable(
    Type.String({
      description: 'Reason why the service switched it off; null if it did not, or if it is active again.',
    }),
  ),
}

export const Webhook = named('Webhook', Type.Object(subscriptionFields))

export const WebhookWithSecret = named(
  'WebhookWithSecret',
  Type.Object({
    ...subscriptionFields,
    secret: Type.String({
      description: 'Key that signs the deliveries. No other answer contains it.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  }),
)

export function presentSubscription(row: SubscriptionRow): Static<typeof Webhook> {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    description: row.description,
    retry_for: row.retry_for,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    disabled_reason: row.disabled_reason,
  }
}

export function presentWithSecret(made: {
  subscription: SubscriptionRow
  secret: string
}): Static<typeof WebhookWithSecret> {
  return { ...presentSubscription(made.subscription), secret: made.secret }
}

const Url = line({
  max: 2_048,
  description:
    'Absolute and https, without credentials or fragment, with a public host. In development private hosts are ' +
    'accepted too, and plain http for loopback hosts.',
  examples: ['https://example.com/hooks'],
})
const Events = Type.Array(EventPattern, {
  minItems: 1,
  maxItems: 100,
  description: 'Names, groups (`order.*`) or `*`. Duplicates are removed.',
})
const Active = Type.Boolean({ description: 'Default: true.', examples: [true] })
const Description = Nullable(paragraphs({ max: 1_000 }))
const Secret = line({
  max: 256,
  format: 'password',
  description:
    'Default: a generated secret, `whsec_` and 32 random bytes in base64, as all libraries for Standard Webhooks ' +
    "take it. Of any other text the UTF-8 bytes are the key: `new Webhook(Buffer.from(secret), { format: 'raw' })`.",
})

export const CreateWebhook = body('CreateWebhook', {
  url: Url,
  events: Events,
  active: Type.Optional(Active),
  description: Type.Optional(Description),
  retry_for: Type.Optional(RetryPeriod),
  secret: Type.Optional(Secret),
})

export const UpdateWebhook = body('UpdateWebhook', {
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  active: Type.Optional(
    Type.Boolean({
      description: 'False cancels waiting deliveries; true clears `disabled_reason`.',
      examples: [true],
    }),
  ),
  description: Type.Optional(Description),
  retry_for: Type.Optional(RetryPeriod),
})

export const RotateSecret = optionalBody('RotateSecret', { secret: Type.Optional(Secret) })
