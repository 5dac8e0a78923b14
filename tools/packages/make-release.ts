import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBefore } from '#src/platform/lib/release.ts'
import { type ReleasedLog, releaseLog } from './change-log.ts'
import { makeSbom } from './make-sbom.ts'
import { type LockFile, type Package, renamePacked, setLockedVersion, setVersion } from './set-version.ts'

/** Why a release is not made, in words for the one who asked for it. */
export class ReleaseRefused extends Error {}

export interface Repository {
  root: string
  /** Runs a program in the root, and answers what it wrote. */
  run(program: string, ...words: string[]): string
}

export interface Plan {
  version: string
  before: string
  tag: string
  log: ReleasedLog
  /** Folders of packages that are packed. */
  packages: string[]
  /** Where the files of the release go. */
  folder: string
}

export function repositoryAt(root: string): Repository {
  return {
    root,
    run: (program, ...words) =>
      execFileSync(program, words, {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 100_000_000,
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim(),
  }
}

const read = (root: string, name: string) => readFileSync(join(root, name), 'utf8')
const write = (root: string, name: string, value: unknown) =>
  writeFileSync(join(root, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`)

/** Changes nothing. @throws ReleaseRefused */
export function planRelease({ root, run }: Repository, version: string, date: string): Plan {
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version))
    throw new ReleaseRefused(`"${version}" is no version; expected three numbers such as 0.3.0`)
  const { version: before = '' } = JSON.parse(read(root, 'package.json')) as Package
  if (isBefore(version, before))
    throw new ReleaseRefused(`${version} comes before ${before}, the version of package.json`)
  const tag = `v${version}`
  if (run('git', 'tag', '--list', tag) !== '') throw new ReleaseRefused(`the tag ${tag} is there already`)
  const folder = join(root, 'release', version)
  if (existsSync(folder)) throw new ReleaseRefused(`${folder} is there already; move it away`)
  const changed = run('git', 'status', '--porcelain', '--untracked-files=all')
  if (changed !== '') throw new ReleaseRefused(`the tree has changes; commit them or put them away:\n${changed}`)
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
    .filter((name) => JSON.parse(read(root, `packages/${name}/package.json`)).private !== true)
    .map((name) => `packages/${name}`)
  return { version, before, tag, log: logOf(root, version, date), packages, folder }
}

function logOf(root: string, version: string, date: string): ReleasedLog {
  try {
    return releaseLog(read(root, 'CHANGELOG.md'), version, date)
  } catch (error) {
    throw new ReleaseRefused((error as Error).message)
  }
}

/** Commits, packs and tags. If a step fails, the tree, the commits and the tags are as they were before. */
export function makeRelease(repository: Repository, plan: Plan, tell: (line: string) => void): void {
  const { root, run } = repository
  const { version, tag, folder } = plan
  const head = run('git', 'rev-parse', 'HEAD')
  const unfinished = join(root, 'release', `.unfinished-${version}`)
  try {
    tell(`versions ${plan.before} → ${version}, CHANGELOG.md`)
    setVersions(repository, plan)
    tell('npm run generate')
    run('npm', 'run', 'generate')
    tell(`commit "Release ${version}"`)
    run('git', 'add', '--all')
    run('git', 'commit', '--quiet', '--message', `Release ${version}`)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    packRelease(repository, plan, unfinished, tell)
    renameSync(unfinished, folder)
    tell(`tag ${tag}`)
    run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
  } catch (error) {
    // The tree had no changes and no new files: what is there now came from here.
    run('git', 'reset', '--quiet', '--hard', head)
    run('git', 'clean', '--quiet', '--force', '-d')
    for (const each of [unfinished, folder]) rmSync(each, { recursive: true, force: true })
    throw error
  }
}

function setVersions({ root, run }: Repository, { before, version, log }: Plan): void {
  const files = (...patterns: string[]) =>
    run('git', 'ls-files', '--', ...patterns)
      .split('\n')
      .filter(Boolean)
  write(root, 'CHANGELOG.md', log.text)
  for (const name of files('package.json', '*/package.json')) {
    const text = read(root, name)
    const changed = setVersion(JSON.parse(text) as Package, before, version)
    if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(changed)) write(root, name, changed)
  }
  write(
    root,
    'package-lock.json',
    setLockedVersion(JSON.parse(read(root, 'package-lock.json')) as LockFile, before, version),
  )
  for (const name of files('*.md')) {
    const text = read(root, name)
    const changed = renamePacked(text, before, version)
    if (changed !== text) write(root, name, changed)
  }
  for (const name of files('*/Chart.yaml'))
    write(root, name, read(root, name).replaceAll(/^((?:version|appVersion): "?)[^"\n]*/gm, `$1${version}`))
}

/** What a release hands out: the source, the packages, what they are made of, and the checksums of all. */
function packRelease({ root, run }: Repository, plan: Plan, to: string, tell: (line: string) => void): void {
  const { version, packages, log } = plan
  tell(`npm pack of ${packages.join(', ')}`)
  run('npm', 'pack', '--silent', '--pack-destination', to, ...packages.flatMap((one) => ['--workspace', one]))
  const name = `commerce-platform-api-${version}`
  // The file by which `commerce-admin version` knows the commit; the archive has no git.
  writeFileSync(join(to, 'commit'), `${run('git', 'rev-parse', 'HEAD')}\n`)
  tell(`${name}.tar.gz, the source`)
  const options = ['--format=tar.gz', `--prefix=${name}/`, `--add-file=${join(to, 'commit')}`]
  run('git', 'archive', ...options, `--output=${join(to, `${name}.tar.gz`)}`, 'HEAD')
  rmSync(join(to, 'commit'))
  tell('sbom.cdx.json')
  writeFileSync(join(to, 'sbom.cdx.json'), `${JSON.stringify(makeSbom(root), null, 2)}\n`)
  writeFileSync(join(to, 'CHANGES.md'), `${log.notes}\n`)
  tell('SHA256SUMS')
  const digest = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(to, file)))
      .digest('hex')
  const sums = readdirSync(to)
    .sort()
    .map((file) => `${digest(file)}  ${file}\n`)
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
}
