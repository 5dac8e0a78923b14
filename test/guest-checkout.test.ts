import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

const page = readFileSync(new URL('../docs/reference/guest-checkout.md', import.meta.url), 'utf8')

/** The requests of the page, each with what is said of its answer. */
function stepsOf(text: string): { request: string; answer: string }[] {
  const blocks = [...text.matchAll(/^( *)```(http|text)\n(.*?)^\1```$/gms)].map(
    ([, indent = '', kind, block = '']) => ({
      kind,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
  return blocks.flatMap(({ kind, text: request }, index) =>
    kind === 'text' ? [] : [{ request, answer: blocks[index + 1]?.text ?? '' }],
  )
}

/** `data.items.0.id` of an answer. */
function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body)
}

describe('docs/reference/guest-checkout.md', () => {
  it('runs as it stands, with the statuses and values that it names', async () => {
    const service = await startTestApp()
    try {
      const merchant = await makeMerchant(service)
      await makeProduct(service, merchant, { price: 12.6 })
      const { headers: admin } = merchant.owner
      const values: Record<string, unknown> = { shop: merchant.id, admin: admin['access-token'] }
      const devices = { admin: admin['device-id'] as string, shopper: unique('device') }
      const fill = (text: string) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
          assert.ok(name in values, `{{${name}}} has no value yet`)
          return String(values[name])
        })
      const steps = stepsOf(page)
      assert.equal(steps.length, 10)
      for (const { request, answer } of steps) {
        const [head = '', ...rest] = fill(request).split('\n\n')
        const [line = '', ...lines] = head.split('\n')
        const [method = '', path = ''] = line.split(' ')
        const sent = Object.fromEntries(lines.map((header) => header.split(': ') as [string, string]))
        const device = path.startsWith('/admin/') ? devices.admin : devices.shopper
        const headers = { 'device-id': device, 'merchant-id': merchant.id, ...sent }
        const body = rest.join('\n\n').trim()
        const got = await service.request(method as 'GET', path, {
          headers,
          ...(body !== '' && { body: JSON.parse(body) }),
        })
        const [status, ...said] = answer.trimEnd().split('\n')
        assert.equal(got.status, Number(status), `${line}: ${JSON.stringify(got.body)}`)
        for (const sentence of said) {
          const [left = '', right = ''] = sentence.split(/ = (.*)/s)
          if (left.startsWith('# ')) values[left.slice(2)] = valueAt(got.body, right)
          else assert.deepEqual(valueAt(got.body, left), JSON.parse(right), `${line}: ${sentence}`)
        }
      }
    } finally {
      await service.close()
    }
  })
})
