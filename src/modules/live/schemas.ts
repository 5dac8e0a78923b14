import { Type } from 'typebox'

export const LastEventId = Type.Optional(
  Type.String({
    pattern: '^[0-9]{0,18}$',
    description: 'The `id` of the last event of an earlier stream: what has changed since then is sent first.',
    examples: ['1763717400123456'],
  }),
)

export const eventStream = {
  description: 'The stream, which ends with the session, with its access token, or when the service restarts.',
  content: {
    'text/event-stream': {
      schema: Type.String({
        examples: [
          'id: 1763717400123456\nevent: change\n' +
            'data: {"type":"order.created","id":"019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11","version":1}\n\n',
        ],
      }),
    },
  },
}
