import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSkuFilter } from './sku-filter.ts'

it('a filter has all SKUs, and of a thousand other texts fewer than one', () => {
  const filter = createSkuFilter()
  const skus = Array.from({ length: 300_000 }, (_, n) => `b${n.toString(36).padStart(7, '0')}`)
  for (const sku of skus) filter.add(sku)
  filter.add('')
  assert.ok(skus.every((sku) => filter.mayHave(sku)))
  const others = Array.from({ length: 50_000 }, (_, n) => `tea for ${n.toString(36)}`)
  assert.ok(others.filter((text) => filter.mayHave(text)).length < 50)
  assert.ok(!filter.mayHave(''))
})
