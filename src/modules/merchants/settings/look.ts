import { type Static, Type } from 'typebox'
import { contrast } from '#contrast'
import { Nullable, named } from '#src/platform/http/envelope.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'

const fonts = ['serif', 'inter', 'system'] as const
const corners = ['round', 'soft', 'square'] as const
/** Of text, by WCAG 2.2 (success criterion 1.4.3). */
const leastContrast = 4.5

const fields = {
  accent: Nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      description:
        'Of buttons and links: dark enough for white text, with a contrast of 4.5 to 1. null: that of the storefront.',
      examples: ['#1f4a3d'],
    }),
  ),
  font: Type.Unsafe<(typeof fonts)[number]>(
    Type.String({
      enum: [...fonts],
      description: '`serif`: headings with serifs, the rest in Inter. `inter` and `system`: all of it.',
    }),
  ),
  corner: Type.Unsafe<(typeof corners)[number]>(
    Type.String({ enum: [...corners], description: 'Of buttons, fields and pictures.' }),
  ),
}

const about = 'What the storefront looks like.'
export const LookSchema = named('Look', Type.Object(fields, { description: about }))
export const LookChange = named(
  'LookChange',
  Type.Partial(Type.Object(fields), { additionalProperties: false, description: about }),
)
export type Look = Static<typeof LookSchema>
export type LookInput = Static<typeof LookChange>

export const defaultLook: Look = { accent: null, font: 'serif', corner: 'round' }

/** Field by field; a colour is kept in small letters. */
export function changedLook(before: Look, given: LookInput): Look {
  return { ...before, ...given, ...(given.accent && { accent: given.accent.toLowerCase() }) }
}

export function lookFault({ accent }: LookInput): FieldFault | undefined {
  const found = accent ? contrast(accent, '#ffffff') : leastContrast
  if (found >= leastContrast) return undefined
  // Rounded down, so that what is too little never reads as enough.
  const ratio = (Math.floor(found * 10) / 10).toFixed(1)
  return {
    field: 'look.accent',
    message: `is too light for white text (${ratio} to 1, at least 4.5 to 1); choose a darker colour`,
  }
}

export const presentLook = ({ accent, font, corner }: Look): Look => ({ accent, font, corner })
