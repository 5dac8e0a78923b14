import { Type } from 'typebox'
import type { EventOfModule } from '#src/platform/module.ts'
import { Order, OrderStatus } from './order-schemas.ts'
import { correctedFields, orderChanges } from './rules.ts'
import { sampleOrder, samplePaidOrder } from './sample.ts'

const order = { order: Order }

export const orderEvents = {
  'order.created': { summary: 'An order was placed', data: order, sample: (shop) => ({ order: sampleOrder(shop) }) },
  'order.updated': {
    summary: 'An order changed',
    data: {
      order: Order,
      previous_status: OrderStatus,
      change: Type.String({
        enum: [...orderChanges],
        description: 'Kind of the change.',
        examples: ['payment_status'],
      }),
      fields: Type.Optional(
        Type.Array(Type.String({ enum: [...correctedFields] }), {
          description: 'With `change: corrected`: what staff has corrected.',
          examples: [['shipping_address']],
        }),
      ),
    },
    sample: (shop) => ({ order: samplePaidOrder(shop), previous_status: 'pending', change: 'payment_status' }),
  },
  'order.cancelled': {
    summary: 'An order was cancelled',
    data: order,
    sample(shop) {
      const ended = { cancelled_at: shop.at.toISOString(), cancel_reason: 'requested_by_customer' }
      return { order: { ...sampleOrder(shop), status: 'cancelled', allowed_transitions: [], version: 2, ...ended } }
    },
  },
  'order.completed': {
    summary: 'An order was fulfilled',
    data: order,
    sample(shop) {
      const ended = { status: 'completed', allowed_transitions: [], version: 3, completed_at: shop.at.toISOString() }
      return { order: { ...samplePaidOrder(shop), ...ended } }
    },
  },
} satisfies Record<string, EventOfModule>
