import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { tools } from './load.ts'
import { type JsonSchema, type Paths, readyTool } from './ready-tools.ts'
import { resources } from './resources.ts'
import type { Operation } from './tool.ts'

describeService('tools and the contract', ({ service }) => {
  const paths = () => service.app.swagger().paths as unknown as Paths
  const operationOf = (operation: Operation) => {
    const [method = '', path = ''] = operation.split(' ')
    return paths()[path]?.[method.toLowerCase()] as unknown as {
      description?: string
      responses: Record<string, { content?: { 'application/json'?: { schema: JsonSchema } } }>
    }
  }
  /** Whether the answers of an operation may have a field: `items.id` is one of each item. */
  const mayShow = (operation: Operation, field: string) =>
    Object.entries(operationOf(operation).responses)
      .filter(([status]) => status.startsWith('2'))
      .some(([, { content }]) => hasField(content?.['application/json']?.schema.properties?.['data'], field.split('.')))

  it('every tool has its arguments and the fields of its answers from the contract', () => {
    for (const tool of tools) {
      const { inputSchema } = readyTool(tool, paths())
      assert.equal(inputSchema.type, 'object')
      const { asksTwice, operation, shows } = tool
      assert.deepEqual(
        shows.filter((field) => !mayShow(operation, field)),
        [],
        tool.name,
      )
      const reads = asksTwice?.reads === 'dry_run' ? operation : asksTwice?.reads
      if (reads)
        assert.deepEqual(
          asksTwice?.shows.filter((field) => !mayShow(reads, field)),
          [],
          tool.name,
        )
    }
    assert.throws(() => readyTool({ ...(tools[0] as (typeof tools)[0]), takes: ['gone'] }, paths()), /has no gone/)
  })

  it('every tool needs the permission that its operation takes', () => {
    for (const { name, needs, operation } of tools) {
      // What takes money needs more than the operation, which also does other things.
      const ofOperation = name === 'refund_return' ? 'orders.write' : needs
      assert.match(operationOf(operation).description ?? '', new RegExp(`Permission: \`${ofOperation}\``), name)
    }
  })

  it('every name is one tool’s, and resources name tools', () => {
    const names = tools.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const { tool } of resources) assert.ok(names.includes(tool))
  })

  it('all of them take less than 33,000 characters of a model’s attention', () => {
    const texts = tools.map((tool) => JSON.stringify(readyTool(tool, paths()).inputSchema) + tool.says)
    assert.ok(texts.join('').length < 33_000, String(texts.join('').length))
  })
})

function hasField(schema: JsonSchema | undefined, [name, ...rest]: string[]): boolean {
  if (schema === undefined) return false
  const alternatives = [schema['anyOf'], schema['allOf'], schema['oneOf']].flat().filter(Boolean) as JsonSchema[]
  if (alternatives.some((one) => hasField(one, [name as string, ...rest]))) return true
  if (schema.type === 'array') return hasField(schema['items'] as JsonSchema, [name as string, ...rest])
  const inner = schema.properties?.[name ?? '']
  return inner !== undefined && (rest.length === 0 || hasField(inner, rest))
}
