import assert from 'node:assert/strict'
import type { XmlElement } from './xml.ts'

/**
 * The product data specification of Google Merchant Center (support.google.com/merchants/answer/7052112), for the rules
 * that a feed can break: required fields of items, and the form of each value.
 */
const required = ['g:id', 'g:title', 'g:description', 'g:link', 'g:availability', 'g:price', 'g:condition']

const amount = /^\d+(?:\.\d{2,3})? [A-Z]{3}$/
const address = /^https?:\/\/[\x21-\x7e]{1,1990}$/
const text = (longest: number) => ({ test: (value: string) => value.trim() === value && value.length <= longest })

const unit = '(?:oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)'

const forms: Record<string, { test(value: string): boolean }> = {
  'g:id': text(50),
  'g:title': text(150),
  'g:description': text(5_000),
  'g:link': address,
  'g:image_link': address,
  'g:additional_image_link': address,
  'g:availability': /^(?:in_stock|out_of_stock|preorder|backorder)$/,
  'g:price': amount,
  'g:sale_price': amount,
  'g:condition': /^(?:new|refurbished|used)$/,
  'g:brand': text(70),
  'g:gtin': /^(?:\d{8}|\d{12,14})$/,
  'g:identifier_exists': /^(?:yes|no)$/,
  'g:item_group_id': /^[A-Za-z0-9_-]{1,50}$/,
  'g:product_type': text(750),
  'g:shipping_weight': /^\d+(?:\.\d+)? (?:lb|oz|g|kg)$/,
  'g:unit_pricing_measure': new RegExp(`^\\d+(?:\\.\\d+)? ${unit}$`),
  'g:unit_pricing_base_measure': new RegExp(`^\\d+ ${unit}$`),
  'g:product_highlight': text(150),
  'g:color': text(100),
  'g:size': text(100),
  'g:material': text(200),
  'g:pattern': text(100),
  'g:gender': text(100),
}

/** The items of a feed by id, each as its fields. Fails if one breaks the rules. */
export function readGoogleItems(rss: XmlElement): Map<string, Record<string, string>> {
  assert.deepEqual([rss.name, rss.attributes], ['rss', { version: '2.0', 'xmlns:g': 'http://base.google.com/ns/1.0' }])
  const [channel, ...others] = rss.children
  assert.ok(channel?.name === 'channel' && others.length === 0)
  const told = channel.children.filter(({ name }) => name !== 'item')
  assert.deepEqual(
    told.map(({ name }) => name),
    ['title', 'link', 'description'],
  )
  const items = channel.children.filter(({ name }) => name === 'item').map(fieldsOf)
  const byId = new Map(items.map((item) => [item['g:id'] ?? '', item]))
  assert.equal(byId.size, items.length, 'each id is there once')
  return byId
}

function fieldsOf({ children }: XmlElement): Record<string, string> {
  const more = children.filter(({ name }) => name === 'g:additional_image_link')
  assert.ok(more.length <= 10)
  const fields = Object.fromEntries(children.map(({ name, text }) => [name, text]))
  const highlights = children.filter(({ name }) => name === 'g:product_highlight')
  const times = children.length - Math.max(0, more.length - 1) - Math.max(0, highlights.length - 1)
  assert.equal(Object.keys(fields).length, times, 'each field is there once, but more pictures and highlights')
  for (const name of required) assert.ok(fields[name], `${name} is required`)
  for (const [name, value] of Object.entries(fields)) {
    assert.ok(value !== '' && forms[name]?.test(value), `${name} is ${JSON.stringify(value)}`)
  }
  const { 'g:price': price = '', 'g:sale_price': sale } = fields
  if (sale !== undefined) {
    assert.ok(Number.parseFloat(sale) < Number.parseFloat(price), 'a sale price is below the price')
    assert.equal(sale.slice(-3), price.slice(-3))
  }
  return fields
}
