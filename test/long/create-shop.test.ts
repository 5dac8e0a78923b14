import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { kill, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

const { PATH, HOME } = process.env
const run = (file: string, args: string[], { cwd }: { cwd: string }) =>
  promisify(execFile)(file, args, { cwd, env: { PATH, HOME } })
const root = join(import.meta.dirname, '../..')

describe('create-shop, from its tarball', () => {
  let folder: string
  let program: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'create-shop-'))
    await run('npm', ['pack', '--workspace', 'packages/create-shop', '--pack-destination', folder], { cwd: root })
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    await writeFile(join(folder, 'package.json'), '{"private": true}')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
    program = join(folder, 'node_modules/.bin/create-shop')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('makes a folder whose two commands show a shop', async (t) => {
    // Removed after the test: its service and storefront have ended then.
    const place = await mkdtemp(join(folder, 'place-'))
    const { stdout } = await run(program, ["Ada's shop", '--no-install'], { cwd: place })
    assert.match(stdout, /cd "Ada's shop"\n {2}npm install\n {2}npm start/)
    const shop = join(place, "Ada's shop")
    const manifest = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'))
    const lock = JSON.parse(await readFile(join(shop, 'package-lock.json'), 'utf8'))
    assert.deepEqual([manifest.name, lock.name, lock.packages[''].name], ['ada-s-shop', 'ada-s-shop', 'ada-s-shop'])
    await assertSameVersions(lock)
    // As `npm install` makes it, without the registry.
    await symlink(join(root, 'node_modules'), join(shop, 'node_modules'))

    const [port, shopPort] = [await freePort(), await freePort()]
    const service = start(t, shop, ['start'], { PORT: String(port) })
    const storefront = start(t, shop, ['run', 'storefront'], {
      PORT: String(shopPort),
      COMMERCE_URL: `http://127.0.0.1:${port}`,
    })
    await until(async () => {
      if (service.hasEnded() || storefront.hasEnded()) throw new Error(service.output() + storefront.output())
      if ((await text(`http://127.0.0.1:${shopPort}/`))?.includes('/products/')) return true
      // A page asks for much at once: polls of it would use up the limit of their address.
      await sleep(2_000)
      return false
    }, 'the shop to show products')
    for (const page of ['console', 'guide/operations/configuration', 'guide/console/orders.png']) {
      assert.equal((await fetch(`http://127.0.0.1:${port}/${page}`)).status, 200, page)
    }
  })

  it('leaves a folder that is not empty alone, and names what it does not know', async (t) => {
    const place = await temporaryFolder(t)
    await cp(join(root, 'README.md'), join(place, 'my-shop', 'README.md'))
    for (const [args, code, told] of [
      [[], 1, /my-shop is not empty/],
      [['--emtpy'], 2, /'--emtpy'.*\n\nUsage: npm create/s],
      [['one', 'two'], 2, /one folder/],
    ] as const) {
      const refused = await run(program, [...args], { cwd: place }).catch((error) => error)
      assert.equal(refused.code, code)
      assert.match(refused.stderr, told)
    }
    assert.deepEqual(await readdir(join(place, 'my-shop')), ['README.md'])
    assert.deepEqual(await readdir(place), ['my-shop'])
    const { stdout } = await run(program, ['--help'], { cwd: place })
    assert.match(stdout, /--empty/)
  })
})

interface Lock {
  packages: Record<string, { version?: string; link?: boolean }>
}

/** A shop gets the versions that were tested, and no tool. */
async function assertSameVersions(lock: Lock): Promise<void> {
  const tested: Lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const names = Object.keys(lock.packages).filter((name) => name.includes('node_modules/'))
  assert.ok(names.includes('node_modules/fastify') && !names.includes('node_modules/@biomejs/biome'))
  const others = names.filter((name) => lock.packages[name]?.version !== tested.packages[name]?.version)
  assert.deepEqual(
    others.filter((name) => !lock.packages[name]?.link),
    [],
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

function text(url: string): Promise<string | undefined> {
  return fetch(url)
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** An npm command with a process group of its own, which is ended with the test: a killed one leaves its database. */
function start(t: TestContext, cwd: string, args: string[], env: Record<string, string>) {
  const child = spawn('npm', args, { cwd, env: { PATH, HOME, ...env }, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  const closed = new Promise((done) => child.once('close', done))
  t.after(async () => {
    kill(child, 'SIGTERM', 'group')
    await closed
  })
  return { output: () => output, hasEnded: () => child.exitCode !== null }
}
