import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, utimes } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

const server = fileURLToPath(new URL('../src/entries/server.ts', import.meta.url))

/** Its lines from an empty folder to where it says how it can be reached, and what it adds until it has stopped. */
async function firstStart(
  t: TestContext,
  words: string[],
  isLast: RegExp,
  whileServing = async (_url: string): Promise<void> => {},
) {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const variables = { DATA_DIR: await temporaryFolder(t), DEMO_DATA: 'false', PORT: '0', NO_COLOR: '1' }
  const child = spawn(words[0] ?? process.execPath, words.slice(1), {
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  await until(() => isLast.test(text) || child.exitCode !== null, 'the addresses')
  const lines = text.trim().split('\n')
  await whileServing(/"address":"([^"]+)"/.exec(text)?.[1] ?? '')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  return { lines, all: text.trim().split('\n') }
}

describe('npm start on an empty folder', () => {
  it('in a terminal tells its progress in words, and ends with the addresses and the demo sign-in', async (t) => {
    const terminal = '--import=data:text/javascript,process.stdout.isTTY=true'
    const { lines } = await firstStart(t, [process.execPath, terminal, server], /Demo sign-in.*\n/)
    assert.deepEqual(
      lines.filter((line) => line.startsWith('{')),
      [],
    )
    assert.match(lines[0] ?? '', /^\[\d\d:\d\d:\d\d\] INFO: making a database in \//)
    assert.match(lines[1] ?? '', /^\[\d\d:\d\d:\d\d\] INFO: migrated the database: \d+ files$/)
    assert.deepEqual(
      lines.slice(-4).map((line) => line.replace(/127\.0\.0\.1:\d+/, 'HOST')),
      [
        '  Console         http://HOST/console',
        '  API             http://HOST',
        '  Documentation   http://HOST/docs',
        '  Demo sign-in    admin@example.com / demo-password',
      ],
    )
  })

  it('elsewhere writes nothing but lines of JSON, and the addresses in one of them, without a password', async (t) => {
    const { lines, all } = await firstStart(t, [process.execPath, server], /"msg":"serving"}\n/)
    const { address, console, docs } = JSON.parse(lines.at(-1) ?? '')
    assert.deepEqual([console, docs], [`${address}/console`, `${address}/docs`])
    for (const line of all) assert.equal(typeof JSON.parse(line).msg, 'string')
    assert.doesNotMatch(all.join('\n'), /demo-password/)
  })
})

const runScript = ['sh', 'src/entries/run.sh', 'src/entries/server.ts']

/** The file that `npm start` runs. */
async function startedFile(): Promise<string> {
  const print = '--import=data:text/javascript,console.log(process.argv[1]);process.exit()'
  const env = { ...process.env, PATH: `node_modules/.bin:${process.env['PATH']}`, NODE_OPTIONS: print }
  const { stdout } = await promisify(execFile)('sh', runScript.slice(1), { env })
  return stdout.trim()
}

describe('the bundle of the service', () => {
  it('serves its pages, and is run until a source is newer', async (t) => {
    await promisify(execFile)(process.execPath, ['tools/bundle.ts'])
    assert.match(await startedFile(), /\/dist\/server\.js$/)
    // What is loaded before the database is launched.
    assert.doesNotMatch(await readFile('dist/launch.js', 'utf8'), /^\/\/.* src\/modules/m)
    const { all } = await firstStart(t, runScript, /"msg":"serving"}\n/, async (url) => {
      for (const path of ['/health/ready', '/docs', '/openapi.json', '/guide', '/guide/minisearch.js', '/console'])
        assert.equal((await fetch(url + path)).status, 200, path)
    })
    assert.doesNotMatch(all.join('\n'), /"level":50/)
    await utimes('dist/server.js', 0, 0)
    t.after(() => utimes('dist/server.js', new Date(), new Date()))
    assert.match(await startedFile(), /\/src\/entries\/server\.ts$/)
  })
})
