import { type Static, Type } from 'typebox'
import { body, Nullable, named } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { type NoticeKind, noticeKinds, type Way, ways } from './rules.ts'

const WayOf = Type.Unsafe<Way>(Type.String({ enum: [...ways] }))
const each = <T>(make: () => T) =>
  Object.fromEntries(noticeKinds.map((kind) => [kind, make()])) as Record<NoticeKind, T>

const over = {
  description: 'What an order must cost for `large_order`, in the currency of the shop.',
  examples: [500],
}

export const Notifications = named(
  'Notifications',
  Type.Object({
    kinds: Type.Object(
      each(() => WayOf),
      { description: '`mail` at once, `digest` once a day, `none`.' },
    ),
    large_order_over: Nullable(Type.Number(over)),
  }),
)

export const SetNotifications = body('SetNotifications', {
  kinds: Type.Object(
    each(() => Type.Optional(WayOf)),
    { additionalProperties: false, description: 'Kinds that are left out stay as they are.' },
  ),
  large_order_over: Type.Optional(Nullable(Type.Number({ ...over, exclusiveMinimum: 0, maximum: maxAmount }))),
})

export type ShownNotifications = Static<typeof Notifications>
