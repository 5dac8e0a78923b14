import { type Static, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { body, named } from '#src/platform/http/envelope.ts'
import { allFields, type Fields } from './fields.ts'

type Shown = { [Name in keyof Fields as Fields[Name] extends { shown: TSchema } ? Name : never]: ShownOf<Fields[Name]> }
type ShownOf<F> = F extends { shown: infer Schema extends TSchema } ? Schema : never
type Inputs = {
  [Name in keyof Fields as Fields[Name] extends { input: TSchema } ? Name : never]: InputOf<Fields[Name]>
}
type InputOf<F> = F extends { input: infer Schema extends TSchema } ? Schema : never

const shown = Object.fromEntries(allFields.flatMap(([name, { shown }]) => (shown ? [[name, shown]] : []))) as Shown
const inputs = Object.fromEntries(allFields.flatMap(([name, { input }]) => (input ? [[name, input]] : []))) as Inputs

export const Product = named('Product', Type.Object(shown))

/** A product as answers and events show it. */
export type PresentedProduct = Readonly<Static<typeof Product>>

const { on_hand, ...set } = inputs
const { sku, name, price, ...further } = set

export const CreateProduct = body('CreateProduct', { sku, name, price, ...optional({ ...further, on_hand }) })
export type ProductInput = Static<typeof CreateProduct>
/** Values of some of the fields. */
export type ProductValues = Partial<ProductInput>

export const UpdateProduct = body('UpdateProduct', {
  ...optional(set),
  expected_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The `version` that is changed: 409 `CONFLICT` if the product has another by now.',
      examples: [1],
    }),
  ),
})

function optional<Properties extends TProperties>(properties: Properties) {
  const each = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(each) as { [Name in keyof Properties]: TOptional<Properties[Name]> }
}
