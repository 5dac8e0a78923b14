import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { createTestDatabase } from '#test/support/database.ts'
import { makeEnvironment, readCompose } from '#test/support/deployment.ts'
import { blocksOf, isForShell } from '#test/support/document-blocks.ts'
import { type DocumentShell, makeShell } from '#test/support/document-shell.ts'
import { writeDumpTools } from '#test/support/dump-tool.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

const root = join(import.meta.dirname, '../..')
const textsOf = (page: string) =>
  blocksOf(`docs/operations/${page}.md`)
    .filter(isForShell)
    .map(({ text }) => text)

/** Runs a block. @throws with what it has printed */
async function mustRun(shell: DocumentShell, text: string, environment: Record<string, string> = {}): Promise<string> {
  const { code, printed } = await shell.run(text, environment)
  assert.equal(code, 0, `${text}\n${printed}`)
  return printed
}

describe('commands of the runbook', () => {
  const [names = '', ...blocks] = textsOf('runbook')
  const patterns = (of: RegExp) =>
    [...blocks.join('\n').matchAll(of)].map(([, pattern = '']) => pattern.replaceAll('\\', ''))

  it('ask what the service, its log and its database can answer', async (t) => {
    const database = await createTestDatabase()
    t.after(() => database.drop())
    const service = await startProcess(t, {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: database.url,
      DATABASE_READ_URL: `${database.url}&x`,
      DEMO_DATA: 'false',
      LOG_LEVEL: 'info',
    })
    const exposed = async () => (await fetch(`${service.url}/metrics`)).text()
    await until(async () => (await exposed()).includes('payment_settlement_failures_total'), 'the metrics of sweeps')
    const psql = `exec node "${join(root, 'test/support/psql-double.ts')}" "$@"`
    const shell = await makeShell(t, { psql, getent: 'test "$1 $2" = "hosts example.com"' })
    const log = join(shell.folder, 'commerce.log')
    await writeFile(log, service.output())
    const before = names.replace('http://127.0.0.1:9464', service.url).replace('/var/log/commerce.log', log)
    const metricsAndLog = / *\| *(grep|tail) .*$|^(grep|tail) .*$/gm
    for (const block of blocks) {
      const text = block.replaceAll('https://example.com', `${service.url}/health/live`).replaceAll(/ +#.*$/gm, '')
      // What looks through the answer may find nothing: without it, each command must succeed.
      await mustRun(shell, `${before}\n${text.replaceAll(metricsAndLog, '')}`, { DATABASE_OWNER_URL: database.url })
    }
    const statuses = await shell.statuses()
    assert.ok(statuses.length > 10)
    assert.deepEqual(new Set(statuses), new Set([200]))
    t.diagnostic(`${blocks.length + 1} blocks, ${statuses.length} requests`)

    const series = [...(await exposed()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) =>
      (type === 'histogram' ? ['_count{', '_sum{', '_bucket{'] : ['{', ' ']).map((end) => `${name}${end}`),
    )
    const ofMetrics = patterns(/metrics \| grep (?:-E )?'(.*?)'/g)
    assert.ok(ofMetrics.length > 8)
    for (const pattern of ofMetrics.flatMap(branchesOf))
      assert.ok(
        series.some((one) => new RegExp(pattern).test(one)),
        `no metric is like ${pattern}`,
      )
  })

  it('look for lines that the service writes', () => {
    const written = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
    const ofLog = patterns(/^grep (?:-[Ei] )*'?(.*?)'? \$LOG/gm).flatMap((pattern) => pattern.split('|'))
    assert.ok(ofLog.length > 8)
    for (const pattern of ofLog) {
      const words = /^"msg":"(.*)"$/.exec(pattern)?.[1] ?? pattern
      if (words.startsWith('"level"')) continue
      assert.ok(
        written.some((text) => text.includes(words)),
        `nothing writes ${words}`,
      )
    }
  })
})

/** `^a(b|c).*d` as `^ab` and `^ac`: the names that it looks for. */
function branchesOf(pattern: string): string[] {
  const [names = ''] = pattern.split('.*')
  const inner = /\(([^()]*)\)/.exec(names)
  if (inner === null) return [names]
  return (inner[1] ?? '').split('|').flatMap((branch) => branchesOf(names.replace(inner[0], branch)))
}

describe('commands of backups and upgrades', () => {
  it('back a folder up, restore it, and move it to another version', async (t) => {
    const admin = join(root, 'src/entries/admin.ts')
    const npm = `test "$1 $2 $3" = "run admin --" || exit 9; shift 3; exec node "${admin}" "$@"`
    const shell = await makeShell(t, { npm })
    const service = await startProcess(t, { DATA_DIR: join(shell.folder, 'data'), DEMO_DATA: 'false' })
    assert.equal(await service.end('SIGTERM'), 0)
    const backups = await temporaryFolder(t)
    const toHere = (text: string) => text.replaceAll(/\/backups(\/\S+Z)?/g, backups)

    const [backup = '', restore = ''] = textsOf('backup')
    await mustRun(shell, toHere(backup), { DATA_DIR: 'data' })
    const restored = await mustRun(shell, toHere(restore), { DATA_DIR: 'restored' })
    assert.match(restored, /all \d+ checks agree/)

    const tools = writeDumpTools(await temporaryFolder(t), '18.4')
    const [upgrade = ''] = textsOf('upgrade')
    const printed = await mustRun(shell, toHere(upgrade).replace('/usr/lib/postgresql/18/bin', tools), {
      DATA_DIR: 'data',
    })
    assert.match(printed, /all \d+ checks agree/)
    assert.doesNotMatch(printed, /BEFORE the service starts/)
    assert.ok((await readdir(join(shell.folder, 'data'))).includes('postgres'))
  })
})

/** No engine runs here: programs that stand in for it note their words. */
describe('commands of a deployment', () => {
  const engines = ['docker', 'kubectl', 'helm', 'systemctl', 'useradd', 'runuser', 'npm', 'aws']

  /** A shell in a release, at `/opt/commerce` of the page. `notes` answers what the engines were asked. */
  async function makeMachine(t: Parameters<typeof makeShell>[0]) {
    const place = await temporaryFolder(t)
    const file = join(place, 'notes')
    await writeFile(file, '')
    const programs = engines.map((name) => [name, `printf '%s\\n' "${name} $*" >> "${file}"`] as const)
    const shell = await makeShell(t, Object.fromEntries(programs))
    for (const name of ['deploy', 'compose.yaml', 'Dockerfile'])
      await symlink(join(root, name), join(shell.folder, name))
    const notes = async () => (await readFile(file, 'utf8')).trim().split('\n')
    return { shell, place, notes }
  }

  it('name files, profiles, units and values that are there', async (t) => {
    const { shell, place, notes } = await makeMachine(t)
    const blocks = textsOf('deploy')
    await mkdir(join(place, 'units'))
    for (const block of blocks) {
      const text = block
        .replaceAll('/opt/commerce', shell.folder)
        .replaceAll('/etc/commerce', join(place, 'settings'))
        .replaceAll('/etc/systemd/system', join(place, 'units'))
      await mustRun(shell, text)
    }
    assert.match(await readFile(join(shell.folder, '.env'), 'utf8'), /^DOMAIN=shop\.example\.com$/m)
    const said = await notes()
    const of = (start: string) => said.find((line) => line.startsWith(start)) ?? assert.fail(start)
    const compose = readCompose(makeEnvironment())
    const [, profile = ''] = /--profile (\w+)/.exec(of('docker compose')) ?? []
    assert.ok(
      Object.values(compose.services).some(({ profiles = [] }) => profiles.includes(profile)),
      profile,
    )
    const units = await readdir(join(place, 'units'))
    for (const unit of of('systemctl enable').split(' ').slice(3))
      assert.ok(units.includes(`${unit.replace(/\d$/, '')}.service`), unit)
    const [, roles = ''] = /--file (\S+)/.exec(of('runuser')) ?? []
    assert.ok((await readFile(join(shell.folder, roles), 'utf8')).includes('create role'), roles)
    const helm = of('helm install')
    const chart = helm.split(' ')[3] ?? ''
    const values = parse(await readFile(join(shell.folder, chart, 'values.yaml'), 'utf8'))
    for (const [, path = ''] of helm.matchAll(/--set (\S+?)=/g)) {
      const [section = '', name = ''] = path.split('.')
      assert.ok(section === 'settings' || name in values[section], path)
    }
  })

  it('bring each file of pictures to a bucket', async (t) => {
    const { shell, notes } = await makeMachine(t)
    const media = join(shell.folder, 'media')
    for (const shelf of ['0a', 'ff']) await mkdir(join(media, shelf), { recursive: true })
    await writeFile(join(media, 'store-id'), 'x')
    for (const text of textsOf('pictures')) await mustRun(shell, text, { DATA_DIR: shell.folder })
    assert.deepEqual(await notes(), [
      `aws s3 sync ${media}/0a s3://bucket/prefix`,
      `aws s3 sync ${media}/ff s3://bucket/prefix`,
      `aws s3 cp ${media}/store-id s3://bucket/prefix/store-id`,
    ])
  })
})
