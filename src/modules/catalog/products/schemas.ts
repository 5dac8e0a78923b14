import { type Static, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { body, expectedVersion, named, Uuid } from '#src/platform/http/envelope.ts'
import { Removed } from './field-schemas.ts'
import { allFields, type Fields } from './fields.ts'
import { membership } from './membership-schemas.ts'
import { statuses } from './statuses.ts'

type Shown = { [Name in keyof Fields as Fields[Name] extends { shown: TSchema } ? Name : never]: ShownOf<Fields[Name]> }
type ShownOf<F> = F extends { shown: infer Schema extends TSchema } ? Schema : never
type Inputs = {
  [Name in keyof Fields as Fields[Name] extends { input: TSchema } ? Name : never]: InputOf<Fields[Name]>
}
type InputOf<F> = F extends { input: infer Schema extends TSchema } ? Schema : never

const shown = Object.fromEntries(allFields.flatMap(([name, { shown }]) => (shown ? [[name, shown]] : []))) as Shown
export const inputs = Object.fromEntries(
  allFields.flatMap(([name, { input }]) => (input ? [[name, input]] : [])),
) as Inputs

export const Product = named('Product', Type.Object({ ...shown, removed: Removed }))

/** A product as answers and events show it. */
export type PresentedProduct = Readonly<Static<typeof Product>>

const { description_html: html, ...listed } = shown

/** Without what only one product shows. */
export const Listed = Type.Object(listed)
export type ListedProduct = Readonly<Static<typeof Listed>>

const { unit_cost: _, ...told } = listed

export const EventProduct = named(
  'EventProduct',
  Type.Object({
    ...told,
    description_html: Type.Optional({ ...html, description: 'Of a plain product. That of a variant is its group’s.' }),
    status: Type.String({
      enum: [...statuses],
      description: 'Of a variant that is active itself: the status of its group.',
    }),
    group: Type.Optional(
      Type.Object(
        { id: Uuid, name: Type.String({ examples: ['Linen Shirt'] }), options: shown.options },
        { description: 'Of a variant alone.' },
      ),
    ),
  }),
)
export type PresentedEventProduct = Readonly<Static<typeof EventProduct>>

const { on_hand, ...set } = inputs
const { sku, name, price, ...further } = set

const ofPlain = { sku, name, price, ...optional({ ...further, on_hand }) }
const PlainProduct = Type.Object(ofPlain)
export type ProductInput = Static<typeof PlainProduct>

/** A variant has no name of its own. */
export const CreateProduct = body('CreateProduct', { ...ofPlain, name: Type.Optional(name), ...membership })
/** Values of some of the fields. */
export type ProductValues = Partial<ProductInput>

export const UpdateProduct = body('UpdateProduct', {
  ...optional(set),
  ...membership,
  expected_version: expectedVersion(),
})

export function optional<Properties extends TProperties>(properties: Properties) {
  const each = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(each) as { [Name in keyof Properties]: TOptional<Properties[Name]> }
}
