import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the programs are, as they see it themselves. */
export interface Tools {
  /** The root folder that they run in; `/` is this machine's. */
  root: string
  etcd: string
  patroni: string
  haproxy: string
  pgbouncer: string
  postgresBin: string
}

/**
 * Patroni before 3.0.3 overwrites the lock of a new primary when a network heals, and so loses what was acknowledged
 * meanwhile; before 4.0.6 a primary may step down when an etcd comes back that lagged. PgBouncer before 1.21 knows no
 * prepared statements in transaction mode.
 */
const leastVersions = { patroni: [4, 0, 6], pgbouncer: [1, 21, 0] }
const packages = 'postgresql patroni etcd-server haproxy pgbouncer'

/** Finds the programs, or says how to get each one that is missing. */
export function findTools({ direct }: { direct: boolean }): { tools: Tools } | { missing: string[] } {
  const root = process.env['CLUSTER_ROOT'] ?? '/'
  const missing: string[] = []
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    missing.push('Linux, and root: hosts are network namespaces (the programs run as the user postgres)')
  for (const [program, name] of Object.entries({ ip: 'iproute2', unshare: 'util-linux', chroot: 'coreutils' }))
    if (findIn('/', program) === undefined) missing.push(`${program}: apt-get install ${name}`)

  const find = (program: keyof Tools): string => {
    const path = findIn(root, program)
    const least = Object.entries(leastVersions).find(([name]) => name === program)?.[1]
    const found = path === undefined || least === undefined ? least : versionOf(root, path)
    if (path === undefined) missing.push(`${program}: not in ${root}`)
    else if (least !== undefined && !isAtLeast(found ?? [], least))
      missing.push(`${program} ${least.join('.')} or later: ${path} is ${found?.join('.')}`)
    return path ?? ''
  }
  const tools: Tools = {
    root,
    etcd: find('etcd'),
    patroni: find('patroni'),
    haproxy: find('haproxy'),
    pgbouncer: direct ? '' : find('pgbouncer'),
    postgresBin: newestPostgres(root) ?? '',
  }
  if (tools.postgresBin === '') missing.push(`PostgreSQL 15 or later: not in ${root}`)
  return missing.length === 0 ? { tools } : { missing }
}

/** On Debian 13 its own packages do; anywhere else they go into a folder. */
export const advice = `On Debian 13 or later, whose services are then to be stopped:
  apt-get update && apt-get install --no-install-recommends ${packages}
  systemctl disable --now ${packages.replace('etcd-server', 'etcd')}
On an earlier Debian:
  apt-get update && apt-get install debootstrap iproute2
  debootstrap --variant=minbase --include=${packages.replaceAll(' ', ',')} trixie /opt/cluster
  export CLUSTER_ROOT=/opt/cluster`

function findIn(root: string, program: string): string | undefined {
  return ['/usr/bin', '/usr/sbin', '/bin', '/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(join(root, path)))
}

function newestPostgres(root: string): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map(Number) : []
  const newest = Math.max(0, ...versions.filter((one) => existsSync(join(root, folder, `${one}/bin/postgres`))))
  return newest >= 15 ? `${folder}/${newest}/bin` : undefined
}

function versionOf(root: string, path: string): number[] {
  const text = execFileSync('chroot', [root, path, '--version'], { encoding: 'utf8' })
  return (/\d+(\.\d+)+/.exec(text)?.[0] ?? '').split('.').map(Number)
}

function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [index, number] of least.entries()) {
    const found = version[index] ?? 0
    if (found !== number) return found > number
  }
  return true
}
