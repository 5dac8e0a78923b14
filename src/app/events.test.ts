import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeEvents } from './events.ts'
import { modules } from './modules.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

describe('sample data of a test delivery', () => {
  for (const { name, data: shape, sample } of describeEvents(modules)) {
    it(`${name} has exactly the fields of the real event`, () => {
      const data = sample({ id: '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11', currency: 'JPY', at: new Date() })
      const validate = ajv.compile(closed(shape) as object)
      assert.ok(validate(data), ajv.errorsText(validate.errors))
    })
  }
})

/** The schema without additional properties. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).map(([key, value]) => [key, closed(value)])
  return { ...Object.fromEntries(entries), ...('properties' in node && { additionalProperties: false }) }
}
