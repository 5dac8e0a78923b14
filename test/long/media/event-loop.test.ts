import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createTestDatabase } from '#test/support/database.ts'
import { makePicture } from '#test/support/pictures.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { signInOwner } from '#test/support/terminal.ts'
import { startFlags } from '../../../tools/start-flags.ts'

/** An upload never delays another request by more. CPU time of the loop's thread: what others use does not count. */
const maxMs = 50

test('uploads of the largest pictures hold the event loop of the service for less than 50 ms', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const service = await startMetered(t, { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url })
  const headers = { ...(await signInOwner(service)), 'content-type': 'application/octet-stream' }
  const upload = async (body: Buffer) =>
    (await fetch(`${service.url}/admin/media`, { method: 'POST', headers, body: new Uint8Array(body) })).status
  // The first one starts the process that decodes.
  assert.equal(await upload(await makePicture()), 201)
  await service.maxDelayMs()
  const noise = await makeNoise(2_200)
  const pictures: Record<string, Buffer[]> = {
    'a JPEG of 20 MiB': [Buffer.concat([noise, Buffer.alloc(20 * 1_048_576 - noise.length)])],
    'a PNG of 60 megapixels': [await makePlain(10_000, 6_000)],
    '8 pictures at once': await Promise.all(Array.from({ length: 8 }, (_, n) => makeNoise(1_200 + n))),
  }
  for (const [name, bodies] of Object.entries(pictures)) {
    assert.deepEqual(new Set(await Promise.all(bodies.map(upload))), new Set([201]), name)
    const ms = await service.maxDelayMs()
    t.diagnostic(`${name}: ${ms.toFixed(1)} ms`)
    assert.ok(ms < maxMs, `${name} held the event loop for ${ms} ms`)
  }
})

const makePlain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .png()
    .toBuffer()

/** What no coder makes small. */
function makeNoise(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 100 })
    .toBuffer()
}

/** The service in a process that says how long its event loop was held since it was asked before. */
async function startMetered(t: TestContext, environment: Record<string, string>) {
  const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  const child: ChildProcess = fork(here('src/entries/server.ts'), {
    execArgv: [...startFlags(), '--import', here('tools/hostile/meter.ts')],
    env: { PATH: process.env['PATH'], PORT: '0', DEMO_DATA: 'false', MAX_LOOP_DELAY_MS: '60000', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      output += data
      const address = /"address":"([^"]+)"[^\n]*"msg":"serving"/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
  })
  return {
    url,
    async maxDelayMs(): Promise<number> {
      child.send('held')
      const [ms] = await once(child, 'message')
      return ms as number
    },
  }
}
