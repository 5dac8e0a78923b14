import { randomBytes } from 'node:crypto'
import { until } from '#test/support/until.ts'
import { runOn } from '#test/upgrade/release.ts'
import { withName } from './connections.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { type Network, startNetwork } from './hosts.ts'
import { type Patroni, startPatroni } from './patroni.ts'
import { type Pgbouncer, startPgbouncer } from './pgbouncer.ts'
import type { Tools } from './prerequisites.ts'
import { createPrograms } from './programs.ts'

/** A highly available database: three hosts, and what leads to the primary. */
export interface Cluster {
  network: Network
  etcd: Etcd
  patroni: Patroni
  haproxy: Haproxy
  pgbouncer: Pgbouncer | undefined
  /** As superuser: at the primary, and at each server. */
  url: string
  serverUrls: string[]
  /** The variables of the service that name the database, with the process's name for its connections. */
  variables(name: string, way: 'direct' | 'pooled'): Record<string, string>
  /** Everything runs and takes its part. */
  untilWhole(): Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000

export async function startCluster(tools: Tools, folder: string, direct: boolean): Promise<Cluster> {
  const password = randomBytes(12).toString('hex')
  const programs = createPrograms(tools.root, folder)
  const network = await startNetwork(['node1', 'node2', 'node3'])
  const { hosts, range } = network
  const etcd = startEtcd(programs, hosts, tools.etcd)
  await until(() => etcd.isHealthy(), 'etcd to have a leader', startTimeoutMs)
  const { patroni: program, postgresBin } = tools
  const patroni = startPatroni(programs, hosts, { program, postgresBin, etcdHosts: etcd.hosts, range, password })
  const haproxy = startHaproxy(programs, hosts, tools.haproxy)
  const { primaryPort, replicaPort } = haproxy
  const pooling = { command: tools.pgbouncer, primaryPort, user: 'commerce', password }
  const pgbouncer = direct ? undefined : startPgbouncer(programs, pooling)
  await patroni.untilWhole()
  const url = `postgres://postgres:${password}@127.0.0.1:${primaryPort}`
  await makeDatabase(url, password)

  const through = (port: number, role: string, name: string) =>
    withName(`postgres://${role}:${password}@127.0.0.1:${port}/commerce`, name)
  return {
    network,
    etcd,
    patroni,
    haproxy,
    pgbouncer,
    url: `${url}/commerce`,
    serverUrls: hosts.map(({ address }) => `postgres://postgres:${password}@${address}:5432/commerce`),
    variables: (name, way) => ({
      DATABASE_URL:
        way === 'direct' || pgbouncer === undefined
          ? through(primaryPort, 'commerce', name)
          : through(pgbouncer.port, 'commerce', `${name} pooled`),
      DATABASE_DIRECT_URL: through(primaryPort, 'commerce', name),
      DATABASE_OWNER_URL: through(primaryPort, 'commerce_owner', name),
      DATABASE_READ_URL: through(replicaPort, 'commerce', `${name} reads`),
    }),
    async untilWhole() {
      await until(() => etcd.isHealthy(), 'etcd to be whole', startTimeoutMs)
      await patroni.untilWhole()
    },
    async stop() {
      await pgbouncer?.program.end('SIGKILL')
      await haproxy.program.end('SIGKILL')
      for (const node of patroni.nodes) await node.kill().catch(() => {})
      for (const member of etcd.members) await member.end('SIGKILL')
      await network.remove()
    },
  }
}

/** As docs/operations/cluster.md says. */
async function makeDatabase(server: string, password: string): Promise<void> {
  await until(() => runOn(`${server}/postgres`, 'select 1').catch(() => undefined), 'HAProxy to find the primary')
  for (const statement of [
    `create role commerce_owner login password '${password}'`,
    `create role commerce login password '${password}'`,
    `create database commerce owner commerce_owner encoding 'UTF8' template template0`,
    'grant pg_read_all_stats to commerce',
  ])
    await runOn(`${server}/postgres`, statement)
}
