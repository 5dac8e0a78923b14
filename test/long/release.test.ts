import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const ours = join(import.meta.dirname, '../..')
const version = '97.0.0'

describe('npm run release', () => {
  let root: string
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const commit = () => git('commit', '--quiet', '--all', '--message', 'Change')
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag'), released()]
  const released = () => (existsSync(join(root, 'release')) ? readdirSync(join(root, 'release')) : [])

  const release = (...words: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const options = { cwd: root, env: { ...process.env, npm_config_offline: 'true' } }
      const child = execFile('npm', ['run', '--silent', 'release', '--', ...words], options, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      )
    })

  before(() => {
    root = copyOfTree()
    git('init', '--quiet', '--initial-branch', 'main')
    for (const [key, value] of [
      ['user.name', 'Tester'],
      ['user.email', 'tester@example.com'],
    ] as const)
      git('config', key, value)
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- It works.\n\n## 0.1.0\n\nThe first.\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Begin')
  })
  after(() => rmSync(root, { recursive: true, force: true }))

  it('that is refused says why and changes nothing', async () => {
    const refuse = async (expected: RegExp, ...words: string[]) => {
      const before = state()
      const { code, output } = await release(...words)
      assert.equal(code, 1, output)
      assert.match(output, expected)
      assert.deepEqual(state(), before)
    }
    await refuse(/which version\?/)
    await refuse(/"97\.0" is no version; expected three numbers/, '97.0')
    await refuse(/0\.0\.1 comes before/, '0.0.1')
    write('new-file', 'by hand')
    await refuse(/the tree has changes[\s\S]*new-file/, version)
    rmSync(join(root, 'new-file'))
    git('tag', `v${version}`)
    await refuse(/the tag v97\.0\.0 is there already/, version)
    git('tag', '--delete', `v${version}`)
  })

  it('--dry-run says what it would do and changes nothing', async () => {
    const before = state()
    const { code, output } = await release(version, '--dry-run')
    assert.deepEqual([code, state()], [0, before], output)
    assert.match(output, /→ 97\.0\.0: nothing was changed[\s\S]*packages\/client[\s\S]*tag v97\.0\.0/)
  })

  it('of which a step fails leaves files, commits and tags as they were', async () => {
    const script = JSON.parse(read('packages/webhooks/package.json'))
    script.scripts.prepack = 'exit 3'
    write('packages/webhooks/package.json', `${JSON.stringify(script, null, 2)}\n`)
    commit()
    const before = state()
    const { code, output } = await release(version)
    assert.equal(code, 1)
    assert.match(output, /commit "Release 97\.0\.0"[\s\S]*as they were/)
    assert.deepEqual(state(), before)
    git('reset', '--quiet', '--hard', 'HEAD~1')
  })

  it('commits, tags, and packs packages, source, SBOM and checksums; a second one is refused', async () => {
    const { code, output } = await release(version)
    assert.equal(code, 0, output)
    assert.match(output, /git push --atomic origin HEAD v97\.0\.0/)
    assert.equal(git('log', '-1', '--format=%s'), `Release ${version}`)
    assert.equal(git('rev-parse', `v${version}^{commit}`), git('rev-parse', 'HEAD'))
    assert.equal(git('status', '--porcelain'), '')
    assert.match(read('CHANGELOG.md'), /^## 97\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n- It works\.\n\n## 0\.1\.0$/m)
    for (const name of ['package.json', 'packages/client/package.json', 'package-lock.json'])
      assert.ok(read(name).includes(`"version": "${version}"`), name)
    const chart = read('deploy/helm/commerce/Chart.yaml')
    assert.match(chart, /^version: 97\.0\.0\nappVersion: "97\.0\.0"$/m)
    assert.equal(JSON.parse(read('packages/cli/package.json')).devDependencies['@commerce-platform/client'], version)

    const folder = join(root, 'release', version)
    const files = readdirSync(folder)
    assert.ok(read(`release/${version}/sbom.cdx.json`).includes(`"version": "${version}"`))
    for (const name of ['client', 'webhooks', 'cli'])
      assert.ok(files.includes(`commerce-platform-${name}-${version}.tgz`))
    for (const name of ['SHA256SUMS', 'sbom.cdx.json', 'CHANGES.md']) assert.ok(files.includes(name), name)
    const sums = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    assert.equal(sums.trim().split('\n').length, files.length - 1)
    checkSource(folder)

    const before = state()
    const again = await release(version)
    assert.deepEqual([again.code, state()], [1, before])
    assert.match(again.output, /the tag v97\.0\.0 is there already/)
  })

  /** The source knows its commit without git. */
  function checkSource(folder: string): void {
    const name = `commerce-platform-api-${version}`
    execFileSync('tar', ['-xzf', `${name}.tar.gz`], { cwd: folder })
    const source = join(folder, name)
    assert.equal(readFileSync(join(source, 'commit'), 'utf8').trim(), git('rev-parse', 'HEAD'))
    symlinkSync(join(ours, 'node_modules'), join(source, 'node_modules'))
    const { PATH } = process.env
    const env = { PATH, DATA_DIR: join(folder, 'none') }
    const told = execFileSync(process.execPath, [join(source, 'src/entries/admin.ts'), 'version', '--json'], {
      env,
      encoding: 'utf8',
    })
    const { version: found, commit, database } = JSON.parse(told)
    assert.deepEqual([found, commit, database], [version, git('rev-parse', 'HEAD'), null])
  }
})

/** The files of this tree as they are, in a folder of their own, with the packages that are installed here. */
function copyOfTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'commerce-release-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ours,
    encoding: 'utf8',
  })
  for (const name of listed.split('\0').filter((each) => each !== '' && existsSync(join(ours, each)))) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    cpSync(join(ours, name), join(root, name))
  }
  for (const folder of ['.', ...readdirSync(join(ours, 'packages')).map((name) => `packages/${name}`)])
    if (existsSync(join(ours, folder, 'node_modules')))
      symlinkSync(join(ours, folder, 'node_modules'), join(root, folder, 'node_modules'))
  // As `npm ci` has built them.
  for (const built of ['packages/console/dist', 'packages/cli/dist'])
    cpSync(join(ours, built), join(root, built), { recursive: true })
  // The packages themselves are those of the copy: what is linked leads to this tree, which has the same files.
  return root
}
