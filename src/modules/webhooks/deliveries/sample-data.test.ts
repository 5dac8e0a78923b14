import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type TSchema, Type } from 'typebox'
import { Cart, CartItem } from '#src/modules/carts/schemas.ts'
import { Product } from '#src/modules/catalog/products/schemas.ts'
import { User } from '#src/modules/identity/schemas.ts'
import { Order } from '#src/modules/orders/order-schemas.ts'
import { Payment } from '#src/modules/payments/schemas.ts'
import { named } from '#src/platform/http/envelope.ts'
import { eventNames } from '#src/platform/outbox/index.ts'
import { sampleData } from './sample-data.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/** The fields of `data` by the group of the event, in the schemas of the endpoints. */
const shapes: Record<string, Record<string, TSchema>> = {
  user: { user: User },
  order: { order: Order },
  product: { product: Product },
  inventory: {
    product: named('Named', Type.Object({ id: Type.String(), sku: Type.String(), name: Type.String() })),
    inventory: named(
      'Quantities',
      Type.Object({
        previous_quantity: Type.Integer(),
        current_quantity: Type.Integer(),
        reserved: Type.Integer(),
        available: Type.Integer(),
        version: Type.Integer(),
      }),
    ),
    reason: Type.String(),
  },
  cart: { cart: Cart, item: CartItem },
}
const differing: Record<string, Record<string, TSchema>> = {
  'order.updated': { order: Order, previous_status: Type.String() },
  'order.payment_succeeded': { order: Order, payment: Payment },
  'order.payment_failed': { order: Order, payment: Payment },
  'cart.abandoned': { cart: Cart },
}

describe('sample data of a test delivery', () => {
  for (const name of eventNames) {
    it(`${name} has exactly the fields of the real event`, () => {
      const shape = differing[name] ?? shapes[name.split('.')[0] ?? ''] ?? {}
      const data = sampleData(name, { id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11', currency: 'JPY' }, new Date())
      const validate = ajv.compile(closed(Type.Object(shape)) as object)
      assert.ok(validate(data), ajv.errorsText(validate.errors))
    })
  }
})

/** The schema without additional properties. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).map(([key, value]) => [key, closed(value)])
  return { ...Object.fromEntries(entries), ...('properties' in node && { additionalProperties: false }) }
}
