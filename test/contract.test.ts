import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { validate } from '@scalar/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { named } from '#src/platform/http/envelope.ts'
import type { Json } from '#src/platform/http/openapi/finish.ts'
import { contractOf, registerOpenApi } from '#src/platform/http/openapi/openapi.ts'
import { eventNames } from '#src/platform/outbox/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'

describeService('the contract', ({ service }) => {
  let operations: Operation[]
  let contract: Json
  before(async () => {
    operations = operationsOf(service.app)
    contract = contractOf(service.app)
  })

  /** Collects what is wrong, so that a failure names every operation at fault at once. */
  function assertEach(check: (operation: Operation) => (string | false | undefined)[]) {
    const faults = operations.flatMap((operation) =>
      check(operation)
        .filter((fault) => typeof fault === 'string')
        .map((fault) => `${operation.name}: ${fault}`),
    )
    assert.deepEqual(faults, [])
  }

  it('is valid OpenAPI 3.1', async () => {
    const result = await validate(structuredClone(contract))
    assert.deepEqual([result.valid, result.errors ?? []], [true, []])
  })

  it('says the permission of an operation once', () => {
    assertEach(({ raw }) => [
      String(raw['description'] ?? '').split('Permission: ').length > 2 && 'says its permission twice',
    ])
  })

  it('gives every operation an id of its own, a summary, a tag and its credentials', () => {
    const ids = operations.map(({ operationId }) => operationId)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    assertEach(({ operationId, raw }) => [
      !/^[a-z][A-Za-z]+$/.test(operationId ?? '') && 'operationId',
      !raw['summary'] && 'summary',
      !(raw['tags'] as string[] | undefined)?.length && 'tags',
      !Array.isArray(raw['security']) && 'security',
    ])
  })

  it('names every failure that the scope, the parameters and the body imply', () => {
    assertEach(({ method, scope, parameters, statuses }) => {
      const expected = new Set<number>([500])
      const add = (...codes: number[]) => {
        for (const code of codes) expected.add(code)
      }
      if (scope !== 'open') add(401, 429, 503)
      if (scope === 'shopper' || scope === 'staff') add(403)
      if (method !== 'GET') add(400, 413, 415)
      if (parameters.some((parameter) => parameter.in !== 'path')) add(400)
      if (parameters.some((parameter) => parameter.in === 'path')) add(404)
      // A request with an idempotency key may come while the first one still runs.
      if (statuses.includes(422)) add(409)
      return [...expected].filter((status) => !statuses.includes(status)).map((status) => `does not name ${status}`)
    })
  })

  it('names retry-after with every failure that may be tried again later', () => {
    const failures = (contract['components'] as { responses: Record<string, { headers: object; description: string }> })
      .responses
    for (const [name, { headers, description }] of Object.entries(failures)) {
      const isLater = /RATE_LIMITED|SERVICE_UNAVAILABLE|IDEMPOTENCY_IN_PROGRESS/.test(description)
      assert.equal('retry-after' in headers, isLater, name)
    }
  })

  it('gives every operation one success, with a schema', () => {
    // Bytes of a picture and a dry run are answered at once; an address is fetched and products are changed later.
    // A file is answered whole or in part.
    const expected: Record<string, number[]> = {
      createMedia: [201, 202],
      changeProducts: [200, 202],
      getMediaFile: [200, 206],
    }
    assertEach(({ raw, operationId, statuses }) => {
      const successes = statuses.filter((status) => status >= 200 && status < 300)
      const responses = raw['responses'] as Record<string, { content?: Record<string, { schema?: unknown }> }>
      const content = Object.values(responses[successes[0] ?? 0]?.content ?? {})
      return [
        successes.length !== (expected[operationId]?.length ?? 1) && `has ${successes.length} successes`,
        content.length === 0 && 'has a success without content',
        content.some(({ schema }) => schema === undefined) && 'has a success without schema',
      ]
    })
  })

  it('answers with named shapes: an object with fields stands among the components', () => {
    assertEach(({ raw }) =>
      Object.entries(raw['responses'] as Record<string, Json>).map(([status, response]) => {
        const content = response['content'] as Record<string, { schema: Json }> | undefined
        const envelope = content?.['application/json']?.schema
        const data = (envelope?.['properties'] as Record<string, Json> | undefined)?.['data']
        if (data === undefined || data['$ref']) return undefined
        const fields = (data['properties'] ?? {}) as Record<string, Json>
        const items = fields['items']?.['items'] as Json | undefined
        const unnamed = items === undefined ? Object.keys(fields).length > 0 : items['type'] === 'object'
        return unnamed && `${status} has a shape without a name`
      }),
    )
  })

  it('gives every JSON body a name, no room for unknown fields, and an example that is valid', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    assertEach(({ raw, body }) => {
      if (body === undefined) return []
      const content = raw['requestBody'] as { content: Record<string, { schema: Json; example?: unknown }> }
      const { schema, example } = content.content['application/json'] ?? {}
      const validate = ajv.compile(body.schema)
      return [
        schema?.['$ref'] === undefined && 'body without a name',
        !isStrict(body.schema) && 'body takes unknown fields',
        example === undefined && 'body without an example',
        !validate(example) && `example ${JSON.stringify(example)} is not valid: ${ajv.errorsText(validate.errors)}`,
      ]
    })
  })

  it('describes every path parameter, and asks for no parameter that has a default', () => {
    assertEach(({ path, parameters }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      return [
        ...named.map(
          (name) =>
            !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name && parameter.schema) &&
            `{${name}} is not described`,
        ),
        ...parameters.map(
          (parameter) => parameter.required && 'default' in parameter.schema && `${parameter.name} is called required`,
        ),
      ]
    })
  })

  it('pages every list by limit, offset and cursor', () => {
    assertEach(({ raw, parameters }) => {
      if (!JSON.stringify(raw['responses']).includes('/Pagination"')) return []
      return ['limit', 'offset', 'cursor'].map(
        (name) => !parameters.some((parameter) => parameter.name === name) && `does not take ${name}`,
      )
    })
  })

  it('refers only to components it has, and has none it does not refer to', () => {
    const references = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target)
    const components = Object.entries(contract['components'] as Record<string, Json>)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, ofKind]) => Object.keys(ofKind).map((name) => `#/components/${kind}/${name}`))
    assert.deepEqual([...new Set(references)].sort(), components.sort())
  })

  it('has a chapter with a description for every tag', () => {
    const chapters = (contract['tags'] as { name: string; description: string }[]).map(({ name }) => name)
    const used = new Set(operations.flatMap(({ raw }) => raw['tags'] as string[]))
    assert.deepEqual(
      [...used].filter((tag) => !chapters.includes(tag)),
      [],
    )
  })

  it('has the payload of every event', () => {
    assert.deepEqual(Object.keys(contract['webhooks'] as Json), [...eventNames])
  })

  it('has patterns that mean the same with and without the u flag', () => {
    const patterns = [...JSON.stringify(contract).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      JSON.parse(text ?? ''),
    )
    const samples = [
      'plain',
      'a b',
      'ada@example.com',
      'https://example.com/a.png',
      'GB',
      '\u{1f600}',
      '\u0000',
      '\u009f',
      '\n',
      '\ud800',
      'é',
    ]
    for (const pattern of new Set(patterns))
      for (const sample of samples)
        assert.equal(
          new RegExp(pattern).test(sample),
          new RegExp(pattern, 'u').test(sample),
          `${pattern} of ${JSON.stringify(sample)}`,
        )
  })

  it('cannot be written with two different shapes under one name', async () => {
    const app = fastify()
    await registerOpenApi(app, { description: '', events: [] })
    app.get('/a', { schema: { response: { 200: named('Shape', Type.Object({ a: Type.String() })) } } }, () => ({}))
    app.get('/b', { schema: { response: { 200: named('Shape', Type.Object({ b: Type.String() })) } } }, () => ({}))
    await app.ready()
    assert.throws(() => contractOf(app), /two different schemas are named Shape/)
    await app.close()
  })
})

function isStrict(schema: Json): boolean {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return choices.every(isStrict)
  return schema['type'] !== 'object' || schema['additionalProperties'] === false
}
