import { type Static, Type } from 'typebox'
import { body, line, named, Uuid } from '#src/platform/http/envelope.ts'
import type { SettingsRow } from './change-settings.ts'
import { defaultOrderLimits, largestOrderLimits } from './rules.ts'

const limit = (name: keyof typeof defaultOrderLimits, description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: largestOrderLimits[name],
    description: `${description} ${defaultOrderLimits[name]} unless set.`,
    examples: [defaultOrderLimits[name]],
  })

const limits = {
  max_open_orders_per_user: limit('max_open_orders_per_user', 'Orders of a user that are neither paid nor cancelled.'),
  max_quantity_per_line: limit('max_quantity_per_line', 'Units of one product in an order.'),
}

const requireTwoFactor = Type.Boolean({
  description: 'Staff without a second factor can only set one up. Changing it takes `staff.write` as well.',
})

export const MerchantSettings = named(
  'MerchantSettings',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Demo Shop'] }),
    currency: Type.String({ examples: ['GBP'] }),
    order_limits: named('OrderLimits', Type.Object(limits)),
    require_two_factor: requireTwoFactor,
  }),
)

export const MerchantSettingsChange = body('MerchantSettingsChange', {
  name: Type.Optional(line({ max: 200, examples: ['Demo Shop'] })),
  order_limits: Type.Optional(
    named('OrderLimitsChange', Type.Partial(Type.Object(limits), { additionalProperties: false })),
  ),
  require_two_factor: Type.Optional(requireTwoFactor),
})

export function presentSettings(row: SettingsRow): Static<typeof MerchantSettings> {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    order_limits: {
      max_open_orders_per_user: row.max_open_orders_per_user,
      max_quantity_per_line: row.max_quantity_per_line,
    },
    require_two_factor: row.require_two_factor,
  }
}
