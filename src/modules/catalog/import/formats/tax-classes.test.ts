import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile, table } from '#test/support/foreign-files.ts'

const titles = [
  ...['ID', 'Type', 'SKU', 'Name', 'Tax status', 'Tax class', 'Regular price', 'Parent', 'Attribute 1 name'],
  ...['Attribute 1 value(s)', 'Attribute 2 name'],
]
const colours = { 'Attribute 1 name': 'Colour', 'Attribute 2 name': 'Size' }

describe('taxes and prices per unit of WooCommerce', () => {
  it('keep tax classes; a variation that names none has that of its product', async () => {
    const one = { Type: 'simple', 'Regular price': 1 }
    const { products, notes } = await readFile(
      'woocommerce',
      table(
        titles,
        { ...one, SKU: 'A', Name: 'A', 'Tax status': 'taxable', 'Tax class': '' },
        { ...one, SKU: 'B', Name: 'B', 'Tax status': 'taxable', 'Tax class': 'Reduced-Rate' },
        { ...one, SKU: 'C', Name: 'C', 'Tax status': 'taxable', 'Tax class': 'zero-rate' },
        { ...one, SKU: 'D', Name: 'D', 'Tax status': 'none', 'Tax class': 'zero-rate' },
        { ...one, SKU: 'E', Name: 'E', 'Tax status': 'shipping' },
        { ...one, SKU: 'F', Name: 'F', 'Tax class': 'b%c3%bccher' },
        { ID: 9, Type: 'variable', SKU: 'G', Name: 'G', 'Tax class': 'reduced-rate', ...colours },
        {
          ...one,
          Type: 'variation',
          SKU: 'GA',
          Parent: 'G',
          'Tax class': 'parent',
          ...colours,
          'Attribute 1 value(s)': 'a',
        },
        { ...one, Type: 'variation', SKU: 'GB', Parent: 'G', 'Tax class': '', ...colours, 'Attribute 1 value(s)': 'b' },
      ),
    )
    const classes = products.flatMap(({ variants }) => variants.map(({ sku, tax_class }) => `${sku} ${tax_class}`))
    assert.deepEqual(classes, [
      ...['A standard', 'B reduced', 'C zero', 'D untaxed', 'E untaxed', 'F bucher', 'GA reduced', 'GB reduced'],
    ])
    assert.ok(notes.includes('Tax class: changed 3, reduced-rate is the tax class reduced'), notes.join('; '))
    assert.ok(notes.includes('Tax status: changed 2, not taxable is the tax class untaxed'))
  })

  it('have prices per unit of Germanized', async () => {
    const ofUnits = ['Type', 'SKU', 'Name', 'Regular price', 'Unit', 'Unit base', 'Unit product']
    const file = `${ofUnits.join()}\nsimple,O,Oil,9,l,1,0.75\nsimple,H,Honey,9,Glas,1,1\n`
    const { products, notes } = await readFile('woocommerce', file)
    const read = products.map(({ variants: [one] }) => one?.unit_pricing)
    assert.deepEqual(read, [{ measure: '0.75 l', base: '1 l' }, null])
    assert.deepEqual(notes, ['Unit: dropped 1, Glas is no unit of ours'])
  })
})
