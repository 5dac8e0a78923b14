import { Type } from 'typebox'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { Nullable, Uuid } from '#src/platform/http/envelope.ts'
import type { LineProduct } from './line-queries.ts'

/** Fields of a line of a cart, a quote or an order that tell of its product as it is now. */
export const lineProductFields = {
  image_url: Nullable(Type.String({ description: 'The first picture of the product.' })),
  slug: Nullable(
    Type.String({
      description: 'Of the product, or of its group; null if it is not sold any more.',
      examples: ['regency-cakestand'],
    }),
  ),
  group_id: Nullable(Uuid),
  options: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Of a variant; of an order as they were when it was placed.',
    examples: [{ Size: 'M' }],
  }),
  available_quantity: Type.Integer({
    description: 'Units of the product that can be ordered when the line is read.',
    examples: [37],
  }),
}

export function presentLineProduct({
  picture,
  image_url,
  slug,
  group_id,
  options,
  available,
}: LineProduct & { options: Record<string, string> }) {
  return {
    image_url: picture === null ? image_url : mediaUrl(picture),
    slug,
    group_id,
    options,
    available_quantity: available,
  }
}
