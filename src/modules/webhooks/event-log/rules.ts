type Fields = Record<string, unknown>

interface EventOfPerson {
  data: Fields & { user?: Fields; order?: Fields & { shipping_address: Fields | null; billing_address: Fields | null } }
}

/** The body of a user.* or order.* event without what identifies a person: name, e-mail address and phone. */
export function withoutPerson(body: Buffer): Buffer {
  const event = JSON.parse(body.toString()) as EventOfPerson
  const { user, order } = event.data
  const data = {
    ...event.data,
    ...(user && { user: { ...user, email: null, name: null, phone: null } }),
    ...(order && {
      order: {
        ...order,
        email: null,
        ...('phone' in order && { phone: null }),
        shipping_address: withoutName(order.shipping_address),
        billing_address: withoutName(order.billing_address),
      },
    }),
  }
  return Buffer.from(JSON.stringify({ ...event, data }))
}

const withoutName = (address: Fields | null) => address && { ...address, name: null, phone: null }
