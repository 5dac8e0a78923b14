import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess } from '#test/support/process.ts'

const script = fileURLToPath(new URL('./replay.ts', import.meta.url))

/** Made up, in the manner of the real file; every case it has, and some that only its later months have. */
const sample = `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country,TotalPrice
536365,85123A,WHITE HANGING HEART T-LIGHT HOLDER,6,12/1/10 8:26,2.55,17850,United Kingdom,15.3
536365,71053,WHITE METAL LANTERN,6,12/1/10 8:26,3.39,17850,United Kingdom,20.34
536366,22633,"HAND WARMER, UNION JACK",2,12/1/10 8:28,1.85,17850,United Kingdom,3.7
536367,85123a,CREAM HANGING HEART T-LIGHT HOLDER ,32,12/1/10 8:34,2.1,13047,United Kingdom,67.2
536367,85123A,WHITE HANGING HEART T-LIGHT HOLDER,1,12/1/10 8:34,2.95,13047,United Kingdom,2.95
536367,85123A,WHITE HANGING HEART T-LIGHT HOLDER,1,12/1/10 8:34,2.1,13047,United Kingdom,2.1
536370,22633,"HAND WARMER, UNION JACK",24,12/1/10 8:45,1.65,12583,France,39.6
536370,POST,POSTAGE,3,12/1/10 8:45,18,12583,France,54
536370,22841,ROUND CAKE TIN VINTAGE GREEN,1,12/1/10 8:45,0,12583,France,0
C536379,D,Discount,-1,12/1/10 9:41,27.5,14527,United Kingdom,-27.5
C536380,22633,"HAND WARMER, UNION JACK",-2,12/1/10 9:41,1.85,17850,United Kingdom,-3.7
C536381,71053,WHITE METAL LANTERN,-1,12/1/10 9:42,3.39,17850,United Kingdom,-3.39
C536382,22726,ALARM CLOCK BAKELIKE GREEN,-4,12/1/10 9:43,3.75,15311,,-15
C536383,D,Discount,-1,12/1/10 9:44,5,13047,United Kingdom,-5
C536384,85123A,WHITE HANGING HEART T-LIGHT HOLDER,-2,12/1/10 9:45,2.55,13047,United Kingdom,-5.1
C536384,21777,RECIPE BOX,-1,12/1/10 9:45,1,13047,United Kingdom,-1
536544,DOT,DOTCOM POSTAGE,1,12/1/10 14:32,569.77,,United Kingdom,569.77
536544,22633,"HAND WARMER, UNION JACK",1,12/1/10 14:32,4.21,,United Kingdom,4.21
536544,71053,WHITE METAL LANTERN,2,12/1/10 14:32,,,United Kingdom,
536589,71053,damaged,-3,12/1/10 16:50,0,,United Kingdom,0
536590,22633,,5,12/1/10 16:51,0,,United Kingdom,0
536591,21777,?,-10,12/1/10 16:52,0,,United Kingdom,0
536600,AMAZONFEE,AMAZON FEE,1,12/1/10 17:00,13541.33,,United Kingdom,13541.33
A563185,B,Adjust bad debt,1,12/1/10 17:10,-11062.06,,United Kingdom,-11062.06
${Array.from({ length: 101 }, (_, at) => `536592,${20_000 + at},CANDLE ${at},1,12/1/10 17:06,0.29,,UK,0.29`).join('\n')}
536593,22841,ROUND CAKE TIN VINTAGE GREEN,1,1/3/11 9:00,12,12345,Norway,12
536594,22841,ROUND CAKE TIN VINTAGE GREEN,1,1/4/11 9:01,12,12346,Germany,12
536595,22841,ROUND CAKE TIN VINTAGE GREEN,1,1/4/11 9:02,6,,Unspecified,6
`

async function write(t: TestContext, csv: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'replay-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'online-retail.csv')
  await writeFile(path, csv)
  return path
}

async function serve(t: TestContext): Promise<string> {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'replay-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const service = await startProcess(t, { DATA_DIR: folder, DATABASE_URL: database.url, DEMO_DATA: 'false' })
  t.after(() => service.end('SIGKILL'))
  return service.url
}

async function replay(t: TestContext, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** The cells behind a row's label. */
function row(output: string, label: string): string[] {
  const found = output.split('\n').find((line) => line.startsWith(label)) ?? ''
  return found.slice(label.length).trim().split(/\s+/)
}

/** Passes everything on to the service; `meddle` may answer itself, or change an answer's text. */
async function startProxy(
  t: TestContext,
  target: string,
  meddle: (request: { method: string; path: string; count: number }) => { status: number } | ((body: string) => string),
): Promise<string> {
  let count = 0
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const what = meddle({ method, path, count: ++count })
    if (typeof what !== 'function') {
      response.writeHead(what.status, { 'retry-after': '0', 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'later' } }))
      return
    }
    const own = ['access-token', 'device-id', 'merchant-id', 'idempotency-key', 'content-type']
    const headers = own.flatMap((name): [string, string][] => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const answer = await fetch(new URL(path, target), { method, headers, ...body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(what(await answer.text()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('replay into one shop', async (t) => {
  const [path, url] = [await write(t, sample), await serve(t)]

  await t.test('brings a messy file into a shop, says what it left out, and agrees to the penny', async (t) => {
    // A second time, the shop has these products and orders already.
    for (const _run of [1, 2]) {
      const { code, out, err } = await replay(t, path, '--url', url)
      assert.equal(code, 0, out + err)
      assert.match(err, /Products: \d+ in .*\nCustomers: 8 in .*\nSteps: \d+ in /)
      assert.match(out, /Everything agrees to the penny\.\n$/)
      // 536600, a fee, is sold to nobody; the line of 536544 without a price does not add up to anything.
      assert.deepEqual(row(out, 'sales: invoices, each to the penny'), ['10', '1', '9', '9', '0'])
      assert.deepEqual(row(out, 'sales: units'), ['183', '1', '182', '182', '0'])
      assert.deepEqual(row(out, 'sales: money'), ['£14,379.79', '£13,541.33', '£838.46', '£838.46', '£0.00'])
      assert.deepEqual(row(out, 'cancellations: invoices'), ['6', '2', '4', '4', '0'])
      // A whole order, one lantern of an order, £5 of goodwill, two hearts at another price than they were sold at.
      assert.deepEqual(row(out, 'cancellations: units'), ['-12', '-7', '-5', '-5', '0'])
      assert.deepEqual(row(out, 'cancellations: money'), ['-£60.69', '-£43.50', '-£17.19', '-£17.19', '£0.00'])
      assert.deepEqual(row(out, 'revenue, by the dashboard'), [
        ...['£3,257.04', '£2,435.77', '£821.27', '£821.27', '£0.00'],
      ])
      assert.deepEqual(row(out, 'refunds, by the dashboard'), ['£17.19', '£17.19', '£0.00'])
      // One country is "Unspecified". 17.5 % of 2010 in the United Kingdom and France, 20 % of 2011 in Germany, none in
      // Norway: 5.31 + 0.55 + 10.76 + 13.94 + 85.49 + 4.36 + 2.00, each rounded by itself.
      assert.deepEqual(row(out, 'sales: invoices with their address'), ['8', '8', '0'])
      assert.deepEqual(row(out, 'sales: tax in the prices'), ['£122.41', '£122.41', '£0.00'])
      assert.deepEqual(row(out, 'tax, by the dashboard'), ['£122.41', '£122.41', '£0.00'])
      assert.deepEqual(row(out, 'stock notes: units'), ['-8', '-10', '2', '2', '0'])
      // One invoice has 101 lines, and is one order like the others.
      assert.deepEqual(row(out, 'orders, by the dashboard'), ['9', '9', '0'])
      // Paid is paid: the one that was cancelled afterwards too.
      assert.deepEqual(row(out, 'orders paid, by the dashboard'), ['9', '9', '0'])
      assert.match(out, /^sales: a price that is not in whole pence +0 +1 +0 +£0\.00$/m)
      assert.match(out, /^cancellations: .* no earlier order of its customer +2 +2 +-5 +-£42\.50$/m)
      assert.match(out, /^cancellations: .* not in the earlier orders of its customer +0 +1 +-1 +-£1\.00$/m)
      assert.match(out, /^other: an accountant's entry +1 +1 +1 +-£11,062\.06$/m)
    }
  })

  await t.test('exits 1 when the API reports a penny less', async (t) => {
    // Of the dashboard's two readings the second: the shop has a past.
    let readings = 0
    const wrong = await startProxy(t, url, ({ path }) => {
      if (!path.startsWith('/admin/dashboard') || ++readings === 1) return (body) => body
      // The shop's own, which stands behind those by currency.
      return (body) => body.replace(/(?<=],"revenue":)\d+(?:\.\d+)?/, (sum) => (Number(sum) - 0.01).toFixed(2))
    })
    const { code, out } = await replay(t, path, '--url', wrong)
    assert.equal(code, 1)
    assert.match(out, /^revenue, by the dashboard .* -£0\.01 +<-$/m)
    assert.match(out, /The figures marked <- differ\.\n$/)
  })

  await t.test('exits 1 on a refusal and names it, 2 when it is called wrongly', async (t) => {
    const refused = await replay(t, path, '--url', url, '--password', 'not the password')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /POST \/admin\/login answered 401 INVALID_CREDENTIALS/)

    const missing = await replay(t, `${path}.gone`, '--url', url)
    assert.equal(missing.code, 1)
    assert.match(missing.err, /ENOENT/)

    for (const [words, fault] of [
      [[], 'expected one file'],
      [[path, path], 'expected one file'],
      [[path, '--url', 'nowhere'], '--url is nowhere; expected an address'],
      [[path, '--what'], "Unknown option '--what'"],
    ] as const) {
      const { code, err } = await replay(t, ...words)
      assert.equal(code, 2)
      assert.ok(err.startsWith(fault), err)
      assert.match(err, /\nnpm run replay -- .*\n$/)
    }
    const helped = await replay(t, '--help')
    assert.deepEqual([helped.code, helped.err], [0, ''])
    assert.match(helped.out, /^npm run replay -- /)
  })
})

test('replay starts a service of its own when none is given', async (t) => {
  const { code, out, err } = await replay(t, await write(t, sample.split('\n').slice(0, 4).join('\n')))
  assert.equal(code, 0, out + err)
  assert.deepEqual(row(out, 'sales: money'), ['£39.34', '£0.00', '£39.34', '£39.34', '£0.00'])
})

test('replay repeats what the service puts off', async (t) => {
  const [path, url] = [await write(t, sample), await serve(t)]
  const busy = await startProxy(t, url, ({ count }) =>
    count % 3 === 0 ? { status: count % 2 === 0 ? 429 : 503 } : (body) => body,
  )
  const { code, out, err } = await replay(t, path, '--url', busy)
  assert.equal(code, 0, out + err)
})
