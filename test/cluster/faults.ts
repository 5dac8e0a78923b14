import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '#test/chaos/moments.ts'
import type { Release, Service } from '#test/chaos/processes.ts'
import { until } from '#test/support/until.ts'
import type { Etcd } from './etcd.ts'
import type { Haproxy } from './haproxy.ts'
import type { Network } from './hosts.ts'
import type { Node, Patroni } from './patroni.ts'
import type { Pgbouncer } from './pgbouncer.ts'
import type { EndSignal, Program } from './programs.ts'

/** What faults are done to. */
export interface Scene {
  network: Network
  etcd: Etcd
  patroni: Patroni
  haproxy: Haproxy
  /** Undefined: the service goes to HAProxy directly. */
  pgbouncer: Pgbouncer | undefined
  service: Service
  /** The next process that is started runs this release. */
  runFromNowOn(release: Release): void
  releases: { now: Release }
  /** Tells when the database lost what was not flushed, by `performance.now()`. */
  lost(): void
  /** Resolves when orders are acknowledged again. */
  untilServing(): Promise<void>
  note(text: string): void
}

export type Fault = (scene: Scene) => Promise<void>

/** After so long a supervisor, or a machine that starts again, has a program running. */
const restartMs = 5_000
/** Longer than any lock of the primary, so that another one has taken over. */
const cutMs = 40_000

export const faults: Record<string, Fault> = {
  async upgrade(scene) {
    const { service, runFromNowOn, releases } = scene
    runFromNowOn(releases.now)
    for (const role of ['worker', 'web'] as const) await replaceAll(service, role, 'SIGTERM')
  },
  async primary(scene) {
    const node = await scene.patroni.primary()
    scene.note(`kills the primary and its Patroni on ${node.host.name}`)
    scene.lost()
    await node.kill()
    await scene.untilServing()
    await sleep(restartMs)
    node.patroni.start()
  },
  async postgres(scene) {
    const node = await scene.patroni.primary()
    scene.note(`kills the primary on ${node.host.name}; its Patroni lives`)
    scene.lost()
    await node.killPostgres()
    await scene.untilServing()
  },
  async replica(scene) {
    const node = await scene.patroni.synchronous()
    scene.note(`kills the synchronous standby and its Patroni on ${node.host.name}`)
    await node.kill()
    await scene.untilServing()
    await sleep(restartMs)
    node.patroni.start()
  },
  async etcd(scene) {
    const leader = await scene.etcd.leader()
    scene.note(`kills ${leader.name}`)
    await restart(leader, 'SIGKILL', restartMs)
  },
  async pooler({ pgbouncer }) {
    if (pgbouncer !== undefined) await restart(pgbouncer.program, 'SIGKILL', restartMs)
  },
  async haproxy({ haproxy }) {
    await restart(haproxy.program, 'SIGKILL', restartMs)
  },
  async web({ service, untilServing }) {
    await replaceAll(service, 'web', 'SIGKILL', untilServing)
  },
  async worker({ service, untilServing }) {
    await replaceAll(service, 'worker', 'SIGKILL', untilServing)
  },
  async switchover(scene) {
    await switchOver(scene)
  },
  async cut(scene) {
    const { network, patroni, untilServing, note } = scene
    const primary = await patroni.primary()
    note(`cuts ${primary.host.name} off from the other hosts, but not from the service`)
    scene.lost()
    network.cut(primary.host, others(network, primary))
    await Promise.all([untilServing(), sleep(cutMs)]).finally(() => {
      note('heals the network')
      network.heal()
    })
  },
  async 'cut-replica'(scene) {
    const { network, patroni, untilServing, note } = scene
    const standby = await patroni.synchronous()
    note(`cuts ${standby.host.name}, the synchronous standby, off from the other hosts`)
    network.cut(standby.host, others(network, standby))
    await Promise.all([untilServing(), sleep(cutMs)]).finally(() => {
      note('heals the network')
      network.heal()
    })
  },
  async restart(scene) {
    const { etcd, patroni, haproxy, pgbouncer, service, note } = scene
    for (const member of etcd.members) {
      await restart(member, 'SIGTERM')
      await until(() => etcd.isHealthy(), 'etcd to be whole')
    }
    note('etcd was restarted')
    const primary = await patroni.primary()
    const restartNode = async ({ patroni: program }: Node) => {
      await restart(program, 'SIGTERM')
      await patroni.untilWhole()
    }
    for (const node of patroni.nodes) if (node !== primary) await restartNode(node)
    await switchOver(scene)
    await patroni.untilWhole()
    await restartNode(primary)
    note('PostgreSQL and Patroni were restarted')
    await restart(haproxy.program, 'SIGTERM')
    if (pgbouncer !== undefined) await restart(pgbouncer.program, 'SIGINT')
    for (const role of ['worker', 'web'] as const) await replaceAll(service, role, 'SIGTERM')
  },
}

/** Without a pooler, or an earlier release, there is nothing to do. */
export function takesPlace(name: string, isPooled: boolean, hasEarlier: boolean): boolean {
  return name === 'pooler' ? isPooled : name === 'upgrade' ? hasEarlier : true
}

async function restart(program: Program, signal: EndSignal, afterMs = 0): Promise<void> {
  await program.end(signal)
  await sleep(afterMs)
  program.start()
}

/** One after the other; each is back before the next one ends. */
async function replaceAll(
  service: Service,
  role: Role,
  signal: 'SIGKILL' | 'SIGTERM',
  between: () => Promise<void> = async () => {},
): Promise<void> {
  for (const one of service.running(role)) {
    await service.replace(one, signal)
    await between()
  }
}

async function switchOver({ patroni, lost, note }: Scene): Promise<void> {
  const [from, to] = [await patroni.primary(), await patroni.synchronous()]
  note(`switches over from ${from.host.name} to ${to.host.name}`)
  lost()
  await patroni.switchover(from, to)
}

function others({ hosts }: Network, { host }: Node) {
  return hosts.filter((one) => one !== host)
}
