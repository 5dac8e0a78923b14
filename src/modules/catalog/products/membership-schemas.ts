import { Type } from 'typebox'
import { line, Nullable } from '#src/platform/http/envelope.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'

export const maxOptions = 3
export const exampleOptions = { Size: 'M', Colour: 'Red' }

/** Texts by names of options. */
export const byOption = (more: { description: string; examples: Record<string, string>[] }) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: line({ max: 100 }),
    propertyNames: { minLength: 1, maxLength: 100, pattern: `^${textCharacter()}*$` },
    maxProperties: maxOptions,
    ...more,
  })

export const OptionValues = byOption({
  description: 'Of a variant: a value for exactly the options of its group.',
  examples: [exampleOptions],
})

export const Position = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Position in its group.' })

/** In the body of a product: the group that it joins or leaves, and what it is there. */
export const membership = {
  group_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'The group that it is a variant of. Null: of none.' })),
  ),
  options: Type.Optional(OptionValues),
  position: Type.Optional(Position),
}
