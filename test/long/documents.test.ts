import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { testSecretVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { type Block, blocksOf, isForShell, pages, testOfCommands } from '#test/support/document-blocks.ts'
import { makeShell } from '#test/support/document-shell.ts'
import { type ServiceProcess, startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startStripeDouble } from '#test/support/stripe-double/index.ts'

const root = join(import.meta.dirname, '../..')

/** Runs in a test of its own, which also compares the answers: `test/guest-checkout.test.ts`. */
const tested = 'docs/reference/guest-checkout.md'

/** Statuses of refusals that a page shows on purpose. */
const expectedRefusals: Record<string, readonly number[]> = {}

/** A page that is no guide uses what these define. */
const prelude = blocksOf('docs/five-minutes.md')[0]?.text.split('\n\n')[0] ?? ''
const catalog = blocksOf('docs/reference/catalog.md')[0]?.text ?? ''

/** `POST /path`, an empty line and the body, as curl sends it for staff. */
function commandOf({ language, text }: Block): string {
  if (language !== 'http') return text
  const [head = '', body = ''] = text.split('\n\n')
  const [method = '', path = ''] = head.split(' ')
  return `staff -X ${method} "$API${path.trim()}" -d '${body.trim()}'`
}

/** Runs the blocks of a page in one shell, in their order. Answers what it printed. */
async function runPage(t: TestContext, page: string, address: string, before = ''): Promise<string> {
  const blocks = blocksOf(page).filter(isForShell)
  const shell = await makeShell(t)
  const port = await freePort()
  const script = [before, ...blocks.map((block) => `echo "== ${block.page}:${block.line}"\n${commandOf(block)}`)]
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', address)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
    .replaceAll('PORT=4000', `PORT=${port}`)
    .replaceAll('node_modules/.bin/node packages', `node ${root}/packages`)
  const { code, printed } = await shell.run(script)
  assert.equal(code, 0, printed)
  const statuses = await shell.statuses()
  const refused = statuses.filter((status) => !(status < 400))
  assert.deepEqual(refused, expectedRefusals[page] ?? [], printed)
  t.diagnostic(`${page}: ${blocks.length} blocks, ${statuses.length} requests`)
  return printed
}

async function freePort(): Promise<number> {
  const receiver = await startReceiver()
  await receiver.close()
  return receiver.port
}

async function startService(t: TestContext, settings: Record<string, string> = {}): Promise<string> {
  const database = await createTestDatabase()
  let service: ServiceProcess | undefined
  // Before its folder is removed, into which it may still write, and before it is killed: it ends its processes.
  t.after(async () => {
    await service?.end('SIGTERM')
    await database.drop()
  })
  const data = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url }
  // The addresses of feeds and pictures name the port.
  const variables = { ...data, PORT: String(await freePort()), ...testSecretVariables }
  service = await startProcess(t, { ...variables, ...settings })
  return service.url
}

describe('commands of the guide', () => {
  const own = ['docs/guides/first-shop.md', 'docs/guides/stripe.md', tested]

  it('run on the demo shop, page by page', async (t) => {
    const address = await startService(t)
    const here = 'test/long/documents.test.ts'
    for (const page of pages.filter((one) => testOfCommands(one)?.test === here && !own.includes(one))) {
      if (!blocksOf(page).some(isForShell)) continue
      const before = page.includes('/guides/') ? [] : [prelude, catalog]
      const needsNothing = page === 'docs/five-minutes.md'
      await runPage(t, page, address, needsNothing ? '' : before.join('\n'))
    }
  })

  it('of the first shop run on an empty service, and end with an order that is sent', async (t) => {
    const address = await startService(t, { DEMO_DATA: 'false' })
    const printed = await runPage(t, 'docs/guides/first-shop.md', address)
    const order = JSON.parse(printed.trim().split('\n').at(-1) ?? '').data
    assert.deepEqual(
      [order.status, order.total, order.tax_total, order.refunded_total],
      ['completed', 32.95, 5.49, 14.5],
    )
  })

  it('of Stripe run on a service that takes cards', async (t) => {
    const stripe = await startStripeDouble()
    t.after(() => stripe.close())
    const address = await startService(t, stripe.variables)
    const ids = [
      'PRODUCT=$(shopper "$API/catalog/products?in_stock=true&limit=1" | field "data.items[0].id")',
      'SHOP=$(shopper "$API/catalog/products?limit=1" | field "data.items[0].merchant_id")',
    ]
    const printed = await runPage(t, 'docs/guides/stripe.md', address, [prelude, catalog, ...ids].join('\n'))
    const { payment } = JSON.parse(printed.trim().split('\n').at(-1) ?? '').data
    assert.deepEqual([payment.status, payment.next_action.type], ['requires_action', 'confirm'])
  })
})
