import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Advisory, compareVersions, findAdvisories } from './packages/advisories.ts'
import { licenceFaults } from './packages/licences.ts'
import { makeSbom } from './packages/make-sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

describe('licences of packages', () => {
  it('of the lock file are allowed', () => {
    assert.deepEqual(licenceFaults(readJson('package-lock.json').packages), [])
  })

  it('that are not allowed or not known are named', () => {
    const packages = {
      '': { license: 'UNLICENSED' },
      'packages/ours': { license: 'UNLICENSED' },
      'node_modules/ours': { link: true },
      'node_modules/free': { license: '(GPL-3.0-only OR MIT)', optionalDependencies: { 'free-darwin-arm64': '1.0.0' } },
      'node_modules/free-darwin-arm64': { optional: true },
      'node_modules/tool': { license: 'MPL-2.0', dev: true },
      'node_modules/copyleft': { license: 'AGPL-3.0-only' },
      'node_modules/free/node_modules/@scope/half': { license: 'MIT AND GPL-2.0-only' },
      'node_modules/passed-on': { license: 'MPL-2.0' },
      'node_modules/silent': {},
    }
    assert.deepEqual(licenceFaults(packages), [
      'copyleft: AGPL-3.0-only is not allowed',
      '@scope/half: MIT AND GPL-2.0-only is not allowed',
      'passed-on: MPL-2.0 is not allowed',
      'silent: package-lock.json has no licence of it',
    ])
  })
})

describe('the SBOM', () => {
  const sbom = makeSbom(root)

  it('has the name of the product, and nothing of the folder or of the run', () => {
    const { name } = readJson('package.json')
    assert.deepEqual([sbom.metadata.component.name, sbom.metadata.timestamp], [name, undefined])
    assert.ok(!('serialNumber' in sbom))
  })

  it('lists every package of the lock file', () => {
    const listed = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`))
    const locked = Object.entries<{ version?: string; link?: boolean }>(readJson('package-lock.json').packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`)
    assert.ok(locked.length > 500)
    assert.deepEqual(
      locked.filter((one) => !listed.has(one)),
      [],
    )
  })
})

describe('advisories', () => {
  const advisory = (events: object[], more: object = {}): Advisory => ({
    id: 'GHSA-1',
    affected: [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }] }],
    ...more,
  })
  const hits = (version: string, ...advisories: Advisory[]) =>
    findAdvisories([{ name: 'left', version }], advisories).map(({ fixed }) => fixed)

  it('apply to the versions of their ranges', () => {
    const ranges = advisory([{ introduced: '2.0.0' }, { fixed: '2.1.0' }, { introduced: '0' }, { fixed: '1.4.2' }])
    const expected: Record<string, (string | undefined)[]> = {
      '0.0.0-alpha': ['1.4.2'],
      '1.4.1': ['1.4.2'],
      '1.4.2': [],
      '1.10.0': [],
      '2.0.0-rc.1': [],
      '2.0.0': ['2.1.0'],
      '2.1.0-rc.1': ['2.1.0'],
      '2.1.0': [],
      '2.1.0+build': [],
    }
    for (const [version, found] of Object.entries(expected)) assert.deepEqual(hits(version, ranges), found, version)
    const last = advisory([{ introduced: '0' }, { last_affected: '1.0.0' }])
    assert.deepEqual([hits('1.0.0', last), hits('1.0.1', last)], [[undefined], []])
    const listed = { id: 'GHSA-2', affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['3.0.0'] }] }
    assert.deepEqual([hits('3.0.0', listed), hits('3.0.1', listed)], [[undefined], []])
  })

  it('of another package or registry, and withdrawn ones, do not apply', () => {
    const events = [{ introduced: '0' }]
    const range = [{ type: 'SEMVER', events }]
    const others = [
      { id: 'GHSA-3', affected: [{ package: { ecosystem: 'PyPI', name: 'left' }, ranges: range }] },
      { id: 'GHSA-4', affected: [{ package: { ecosystem: 'npm', name: 'right' }, ranges: range }] },
      advisory(events, { withdrawn: '2026-01-01T00:00:00Z' }),
    ]
    assert.deepEqual(hits('1.0.0', ...others), [])
    assert.deepEqual(hits('1.0.0', advisory(events)), [undefined])
  })

  it('compare versions as SemVer orders them', () => {
    const ordered = ['0', '0.0.0-0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2']
    ordered.push('1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.9.0', '1.10.0', '2.0.0')
    assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered)
  })

  it('npm run advisories exits 1 with what applies, 0 if nothing does, 2 for a file that is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'advisories-'))
    try {
      const { version } = readJson('node_modules/fastify/package.json')
      const affected = [{ package: { ecosystem: 'npm', name: 'fastify' }, versions: [version] }]
      const files = {
        applies: { id: 'GHSA-5', aliases: ['CVE-1'], summary: 'A fault', affected },
        none: { id: 'GHSA-6', affected: [{ ...affected[0], versions: ['0.0.1'] }] },
        other: { name: 'no advisory' },
      }
      const outcomes: [number, string][] = []
      for (const [name, document] of Object.entries(files)) {
        writeFileSync(join(folder, name), `${JSON.stringify(document)}\n\n`)
        outcomes.push(await run(join(folder, name)))
      }
      const [applies, none, other] = outcomes
      assert.equal(applies?.[0], 1)
      assert.match(applies?.[1] ?? '', new RegExp(`^fastify ${version}: GHSA-5, CVE-1: A fault`))
      assert.equal(none?.[0], 0)
      assert.deepEqual([other?.[0], other?.[1].includes('line 1 is no OSV document')], [2, true])
      assert.equal((await run(join(folder, 'missing')))[0], 2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  function run(file: string): Promise<[code: number, text: string]> {
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [join(root, 'tools/advisories.ts'), file], (_error, stdout, stderr) =>
        resolve([child.exitCode ?? -1, stdout + stderr]),
      )
    })
  }
})
