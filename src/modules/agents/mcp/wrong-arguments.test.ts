import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connect } from '#test/support/assistants.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey } from '#test/support/factories.ts'

/** What a model may make up. */
const wrong = ['', -1, 'x'.repeat(5_000), '\u0000', { $gt: '' }, [[]], '../../admin']

describeShop('wrong arguments', { RATE_LIMIT_PER_MINUTE: '0' }, ({ service, shop }) => {
  it('of any tool are refused or have no effect, and none is a fault of the service', async () => {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const client = await connect(origin, (await makeApiKey(service, shop)).key)
    const { tools } = await client.listTools()
    const codes = new Set<string>()
    for (const { name, inputSchema } of tools) {
      for (const argument of Object.keys(inputSchema.properties ?? {})) {
        const answers = wrong.map((value) => client.callTool({ name, arguments: { [argument]: value } }))
        for (const { isError, structuredContent } of await Promise.all(answers)) {
          const { code } = (structuredContent as { error?: { code: string } }).error ?? {}
          assert.equal(isError === true, code !== undefined)
          if (code !== undefined) codes.add(code)
        }
      }
    }
    assert.deepEqual([...codes].sort(), ['INVALID_CURSOR', 'NOT_FOUND', 'VALIDATION_ERROR'])
  })
})
