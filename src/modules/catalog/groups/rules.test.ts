import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeNames, changeOptions, optionFaults, optionsKey, type VariesByChange, variantName } from './rules.ts'

const key = (...values: string[]) =>
  optionsKey(
    values.map((_, index) => `O${index}`),
    Object.fromEntries(values.map((value, index) => [`O${index}`, value])),
  )

function changed(...args: Parameters<typeof changeNames>): VariesByChange {
  const change = changeNames(...args)
  assert.ok(!Array.isArray(change), JSON.stringify(change))
  return change as VariesByChange
}

describe('rules of variants', () => {
  it('names a variant by its group and its values, in the order of the names, up to 500 characters', () => {
    assert.equal(variantName('Linen Shirt', ['Size', 'Colour'], { Colour: 'Red', Size: 'M' }), 'Linen Shirt, M / Red')
    const long = variantName('n'.repeat(200), ['A', 'B', 'C'], {
      A: '😀'.repeat(100),
      B: 'b'.repeat(100),
      C: 'c'.repeat(100),
    })
    assert.equal([...long].length, 500)
    assert.ok(long.isWellFormed())
  })

  it('tells variants apart by their values, but not by case and Unicode form', () => {
    assert.equal(key('M', 'Rosé'), key('m', 'ROSE\u0301'))
    assert.equal(key('Weiß'), key('WEISS'))
    assert.notEqual(key('M', 'Red'), key('Red', 'M'))
    assert.notEqual(key('a", "b', 'c'), key('a', 'b", "c'))
    assert.notEqual(key('Rosé'), key('Rose'))
    const long = (letter: string) => key(...Array.from({ length: 3 }, () => '\ufdfa'.repeat(99) + letter))
    assert.ok(long('a').length < 500)
    assert.notEqual(long('a'), long('b'))
  })

  it('names each option that is missing or of another name', () => {
    assert.deepEqual(optionFaults(['Size', 'Colour'], { Size: 'M', Color: 'Red' }, 'variants[3].options'), [
      { field: 'variants[3].options.Colour', message: 'is required' },
      {
        field: 'variants[3].options.Color',
        message: 'is not an option of the group; its options are Size, Colour',
      },
    ])
    assert.deepEqual(optionFaults(['constructor'], {}), [{ field: 'options.constructor', message: 'is required' }])
  })

  it('renames, reorders, adds and removes options', () => {
    const options = { Size: 'M', Colour: 'Red' }
    const swapped = changed(['Size', 'Colour'], undefined, { Size: 'Colour', Colour: 'Size' })
    assert.deepEqual(changeOptions(swapped, options), { Colour: 'M', Size: 'Red' })
    const added = changed(['Size', 'Colour'], ['Shade', 'size', 'Fit'], { Colour: 'Shade' })
    assert.deepEqual(changeOptions(added, options), { Shade: 'Red', size: 'M' })
    assert.deepEqual(changeOptions(added, options, { Fit: 'Slim', size: 'L' }), {
      Shade: 'Red',
      size: 'L',
      Fit: 'Slim',
    })
    assert.deepEqual(changeOptions(changed(['Size', 'Colour'], ['Colour']), options), { Colour: 'Red' })
  })

  it('refuses names that are unknown or the same', () => {
    assert.deepEqual(changeNames(['Size'], undefined, { Sice: 'Size' }), [
      { field: 'rename.Sice', message: 'is not an option of the group; its options are Size' },
    ])
    assert.deepEqual(changeNames(['Size', 'Fit'], undefined, { Fit: 'SIZE' }), [
      { field: 'rename', message: 'must not give two options the same name' },
    ])
    assert.deepEqual(changeNames(['Size'], ['Size', 'Fit', 'fit']), [
      { field: 'varies_by[2]', message: 'is the same as varies_by[1]' },
    ])
  })
})
