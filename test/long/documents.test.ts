import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { testSecretVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { type Block, blocksOf, isRun, pages } from '#test/support/document-blocks.ts'
import { type ServiceProcess, startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startStripeDouble } from '#test/support/stripe-double/index.ts'

const root = join(import.meta.dirname, '../..')

/** Runs in a test of its own, which also compares the answers: `test/guest-checkout.test.ts`. */
const tested = 'docs/reference/guest-checkout.md'

/** Statuses of refusals that a page shows on purpose. */
const expectedRefusals: Record<string, readonly number[]> = {}

/** The pages of the reference use what these define. */
const prelude = blocksOf('docs/five-minutes.md')[0]?.text.split('\n\n')[0] ?? ''
const catalog = blocksOf('docs/reference/catalog.md')[0]?.text ?? ''

/** A folder with a `curl` before the real one, which notes the status of each answer. */
async function makeTools(t: TestContext) {
  const folder = await temporaryFolder(t)
  const answers = join(folder, 'answers')
  await mkdir(answers)
  const shim = `#!/bin/bash\nexec /usr/bin/curl "$@" -D "$(mktemp ${answers}/$(date +%s%N).XXXXXX)"\n`
  await writeFile(join(folder, 'curl'), shim)
  await chmod(join(folder, 'curl'), 0o755)
  const statuses = async () => {
    const names = (await readdir(answers)).sort()
    const heads = await Promise.all(names.map((name) => readFile(join(answers, name), 'utf8')))
    return heads.map((head) => Number(/^HTTP\S+ (\d+)(?![\s\S]*^HTTP)/m.exec(head)?.[1]))
  }
  return { folder, statuses }
}

/** `POST /path`, an empty line and the body, as curl sends it for staff. */
function commandOf({ language, text }: Block): string {
  if (language !== 'http') return text
  const [head = '', body = ''] = text.split('\n\n')
  const [method = '', path = ''] = head.split(' ')
  return `staff -X ${method} "$API${path.trim()}" -d '${body.trim()}'`
}

/** Runs the blocks of a page in one shell, in their order. Answers what it printed. */
async function runPage(t: TestContext, page: string, address: string, before = ''): Promise<string> {
  const blocks = blocksOf(page).filter(({ language, word }) => /^(sh|bash|http)$/.test(language) && word !== 'service')
  const { folder, statuses } = await makeTools(t)
  const port = await freePort()
  const script = [before, ...blocks.map((block) => `echo "== ${block.page}:${block.line}"\n${commandOf(block)}`)]
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', address)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
    .replaceAll('PORT=4000', `PORT=${port}`)
    .replaceAll('node_modules/.bin/node packages', `${process.execPath} ${root}/packages`)
  const path = [folder, dirname(process.execPath), process.env['PATH']].join(':')
  const shell = spawn('bash', ['--norc', '-eu', '-c', script], { cwd: folder, env: { PATH: path } })
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const [code] = await once(shell, 'close')
  assert.equal(code, 0, printed)
  const refused = (await statuses()).filter((status) => !(status < 400))
  assert.deepEqual(refused, expectedRefusals[page] ?? [], printed)
  t.diagnostic(`${page}: ${blocks.length} blocks, ${(await statuses()).length} requests`)
  return printed
}

async function freePort(): Promise<number> {
  const receiver = await startReceiver()
  await receiver.close()
  return receiver.port
}

async function startService(t: TestContext, settings: Record<string, string> = {}): Promise<string> {
  const database = await createTestDatabase()
  const variables = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url, ...testSecretVariables }
  let service: ServiceProcess | undefined
  // Before the process is killed, so that it ends those it has started.
  t.after(async () => {
    await service?.end('SIGTERM')
    // The process that draws the pictures of the demo shop ends a little later, and has the same output.
    for (const stream of [service?.child.stdout, service?.child.stderr]) stream?.destroy()
    await database.drop()
  })
  service = await startProcess(t, { ...variables, ...settings })
  await gatherStatistics(database.url)
  return service.url
}

/** The server of the tests does so once an hour. Until then the plans of a shop that was just loaded are bad. */
async function gatherStatistics(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

describe('commands of the guide', () => {
  const own = ['docs/guides/first-shop.md', 'docs/guides/stripe.md', tested]

  it('run on the demo shop, page by page', async (t) => {
    const address = await startService(t)
    for (const page of pages.filter((one) => isRun(one) && !own.includes(one))) {
      if (!blocksOf(page).some(({ language }) => /^(sh|bash|http)$/.test(language))) continue
      const before = page.includes('/guides/') ? [] : [prelude, page.endsWith('/catalog.md') ? '' : catalog]
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
