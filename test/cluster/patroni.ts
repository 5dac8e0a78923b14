import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '#test/support/until.ts'
import type { Host } from './hosts.ts'
import type { Program, Programs } from './programs.ts'

/** A host of the database: Patroni, and the PostgreSQL that it runs. */
export interface Node {
  host: Host
  patroni: Program
  /** Kills PostgreSQL alone, at once. */
  killPostgres(): Promise<void>
  /** Kills both, as the loss of the machine does. */
  kill(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
}

export interface Patroni {
  nodes: Node[]
  primary(): Promise<Node>
  /** The standby that has every acknowledged commit. */
  synchronous(): Promise<Node>
  /** All run, one is primary, the others follow it, one of them synchronously. */
  untilWhole(): Promise<void>
  switchover(from: Node, to: Node): Promise<void>
}

export interface PatroniOptions {
  program: string
  postgresBin: string
  etcdHosts: string
  range: string
  password: string
}

const wholeTimeoutMs = 180_000
const switchoverTimeoutMs = 120_000

export function startPatroni(programs: Programs, hosts: readonly Host[], options: PatroniOptions): Patroni {
  const { program, password } = options
  const nodes = hosts.map((host): Node => {
    const name = `patroni-${host.name}`
    const values = {
      NODE: host.name,
      ADDRESS: host.address,
      NETWORK: options.range,
      ETCD_HOSTS: options.etcdHosts,
      POSTGRES_BIN: options.postgresBin,
      SHARED_BUFFERS: '128MB',
      SUPERUSER_PASSWORD: password,
      REPLICATION_PASSWORD: password,
      REWIND_PASSWORD: password,
      RESTAPI_PASSWORD: password,
    }
    const patroni = programs.program(name, 'patroni.yml', values, (file) => [program, file], host)
    const killPostgres = async () => {
      const file = join(programs.folderOf(name), 'postgres/postmaster.pid')
      const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
      if (pid > 0) process.kill(pid, 'SIGKILL')
    }
    const kill = async () => {
      await patroni.end('SIGKILL')
      await killPostgres()
    }
    return { host, patroni, killPostgres, kill }
  })
  for (const { patroni } of nodes) patroni.start()

  const nodeOf = (wanted: (member: Member) => boolean) =>
    until(async () => {
      const name = (await membersSeenBy(hosts)).find(wanted)?.name
      return nodes.find(({ host }) => host.name === name)
    }, 'a node to have its role')
  return {
    nodes,
    primary: () => nodeOf(({ role }) => role === 'leader'),
    synchronous: () => nodeOf(isSynchronous),
    untilWhole: () => until(() => isWhole(hosts, password), 'the database to be whole', wholeTimeoutMs).then(() => {}),
    async switchover(from, to) {
      for (let tries = 0; ; tries++) {
        const answer = await fetch(`http://${from.host.address}:8008/switchover`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`patroni:${password}`)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ leader: from.host.name, candidate: to.host.name }),
          signal: AbortSignal.timeout(switchoverTimeoutMs),
        })
        if (answer.ok) return
        // Patroni refuses while it has not seen yet that the candidate is synchronous.
        if (tries === 10) throw new Error(`the switchover was refused: ${await answer.text()}`)
        await sleep(1_000)
      }
    },
  }
}

/** One of `synchronous_mode: true`, or of `quorum`, where each of them is. */
const isSynchronous = ({ role }: Member) => role === 'sync_standby' || role === 'quorum_standby'

/** As the first host that answers sees them. */
async function membersSeenBy(hosts: readonly Host[]): Promise<Member[]> {
  for (const { address } of hosts) {
    const options = { signal: AbortSignal.timeout(2_000) }
    const answer = await fetch(`http://${address}:8008/cluster`, options).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok && text !== undefined) return JSON.parse(text).members
  }
  return []
}

/** By what Patroni says, and by what the primary itself says of its standbys. */
async function isWhole(hosts: readonly Host[], password: string): Promise<boolean> {
  const members = await membersSeenBy(hosts)
  const leader = members.find(({ role }) => role === 'leader')
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
  if (leader === undefined || running.length < hosts.length) return false
  if (!members.some(isSynchronous)) return false
  const address = hosts.find(({ name }) => name === leader.name)?.address
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@${address}:5432/postgres`,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select sync_state from pg_stat_replication where state = $1', ['streaming'])
    return (
      rows.length === hosts.length - 1 &&
      rows.some(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum')
    )
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
