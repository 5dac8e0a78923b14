import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { declaredSettings, readConfig } from '#src/config/config.ts'
import { readMigrationSettings } from '#src/config/migration.ts'
import { readSettings, readText, root } from '#test/support/deployment.ts'
import { temporaryFolder } from '#test/support/process.ts'

const units = ['commerce-web@.service', 'commerce-worker@.service', 'commerce-migrate.service']

/** Lines of a unit and its drop-in, by name; a name may stand there more than once. */
function readUnit(name: string): Map<string, string[]> {
  const lines = [name, 'hardening.conf'].flatMap((file) => readText(`deploy/systemd/${file}`).split('\n'))
  const settings = new Map<string, string[]>()
  for (const line of lines) {
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key !== undefined) settings.set(key, [...(settings.get(key) ?? []), value])
  }
  return settings
}

/** What Environment= sets for the instance 1. */
function environmentOf(unit: Map<string, string[]>): Record<string, string> {
  const pairs = (unit.get('Environment') ?? []).flatMap((line) => line.replaceAll('%i', '1').split(' '))
  return readSettings(pairs.join('\n'))
}

describe('units of systemd', () => {
  it('run as an ordinary user, in the service’s folder, and start files that exist', () => {
    for (const name of units) {
      const unit = readUnit(name)
      assert.deepEqual(unit.get('User'), ['commerce'])
      assert.deepEqual(unit.get('NoNewPrivileges'), ['yes'])
      assert.deepEqual(unit.get('CapabilityBoundingSet'), [''])
      assert.deepEqual(unit.get('ProtectSystem'), ['strict'])
      const [folder] = unit.get('WorkingDirectory') ?? []
      assert.equal(unit.get('Documentation')?.[0], `file:${folder}/docs/operations/deploy.md`)
      const files = unit.get('ExecStart')?.[0]?.match(/src\/\S+/g) ?? []
      assert.ok(files.length > 0)
      for (const file of files) assert.ok(existsSync(join(root, file)), file)
    }
  })

  it('have all settings that production needs, from make-settings.sh and a mail server', async (t) => {
    const folder = await temporaryFolder(t)
    const script = [join(root, 'deploy/systemd/make-settings.sh'), 'shop.dev', 'owner@shop.dev', folder]
    execFileSync('sh', script)
    const read = (file: string) => readSettings(readFileSync(join(folder, file), 'utf8'))
    const mails = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'Shop <shop@shop.dev>' }
    const secrets = { ...read('commerce.env'), ...mails }
    for (const [name, backgroundWork] of [
      ['commerce-web@.service', false],
      ['commerce-worker@.service', true],
    ] as const) {
      const own = environmentOf(readUnit(name))
      const others = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'PATH']
      for (const setting of Object.keys({ ...own, ...secrets }))
        assert.ok(declaredSettings[setting] !== undefined || others.includes(setting), setting)
      const config = readConfig({ ...own, ...secrets })
      assert.deepEqual([config.production, config.BACKGROUND_WORK], [true, backgroundWork])
    }
    const migration = readMigrationSettings({ ...read('commerce.env'), ...read('owner.env') })
    assert.notEqual(
      new URL(migration.DATABASE_OWNER_URL ?? '').password,
      new URL(migration.DATABASE_URL ?? '').password,
    )
    const again = spawnSync('sh', script, { encoding: 'utf8' })
    assert.deepEqual([again.status, /is there already/.test(again.stderr)], [1, true])
    assert.deepEqual(
      units.filter((name) => readUnit(name).get('EnvironmentFile')?.includes('/etc/commerce/owner.env')),
      ['commerce-migrate.service'],
    )
  })

  it('give each process ports of its own', () => {
    const ports = units.slice(0, 2).flatMap((name) => {
      const { PORT, METRICS_PORT } = environmentOf(readUnit(name))
      return [PORT, METRICS_PORT].filter((port) => port !== undefined)
    })
    assert.deepEqual(ports, ['3001', '9461', '9471'])
  })

  it('leave a process longer to stop than it takes', () => {
    for (const name of units) assert.ok(Number(readUnit(name).get('TimeoutStopSec')?.[0]) > 35)
  })
})
