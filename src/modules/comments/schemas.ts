import { Type } from 'typebox'
import { body, Nullable, named, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { CommentRow } from './queries.ts'

export const Comment = named(
  'Comment',
  Type.Object({
    id: Uuid,
    text: Type.String({ examples: ['Called her, delivery on Friday. @[Grace Hopper] please pack it.'] }),
    author: Type.Object(
      { id: Uuid, name: Nullable(Type.String({ examples: ['Ada Lovelace'] })) },
      {
        description:
          'A member of the staff or an API key, by the name of today. Without a name it is the e-mail address of a ' +
          'member, and null of anyone else.',
      },
    ),
    created_at: Timestamp,
  }),
)

export const NewComment = body('NewComment', {
  text: paragraphs({
    min: 1,
    max: 5_000,
    description:
      '`@[Name]`, as in GET /admin/staff, mails the comment to that colleague; `@[e-mail address]` to one without a ' +
      'name.',
    examples: ['Called her, delivery on Friday. @[Grace Hopper] please pack it.'],
  }),
})

export function presentComment({ id, text, author_id, author_name, created_at }: CommentRow) {
  return { id, text, author: { id: author_id, name: author_name }, created_at: created_at.toISOString() }
}
