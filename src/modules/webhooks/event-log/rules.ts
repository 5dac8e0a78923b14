interface UserEvent {
  data: { user: Record<string, unknown> }
}

/** The body of a user.* event without what identifies a person. */
export function withoutPerson(body: Buffer): Buffer {
  const event = JSON.parse(body.toString()) as UserEvent
  const user = { ...event.data.user, email: null, name: null, phone: null }
  return Buffer.from(JSON.stringify({ ...event, data: { ...event.data, user } }))
}
