import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { until } from '#test/support/until.ts'

/**
 * Three hosts and the network between them, as network namespaces on a bridge. The run itself is in a namespace of its
 * own (run.ts), so none of it is seen outside, and all of it ends with the run.
 */
export interface Host {
  name: string
  address: string
  /** Begins the command line of what runs there. */
  prefix: string[]
}

export interface Network {
  hosts: Host[]
  /** In the notation of pg_hba.conf. */
  range: string
  /** Nothing that one side sends reaches the other one, and nobody is told; all else goes on. */
  cut(one: Host, others: readonly Host[]): void
  heal(): void
  /** What runs there has ended. */
  remove(): Promise<void>
}

/** RFC 2544: for tests between hosts, and routed nowhere. */
const block = '198.18.77'
const nobody = '02:00:00:00:00:01'

export async function startNetwork(names: readonly string[]): Promise<Network> {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hosts', 'type', 'bridge')
  ip('address', 'add', `${block}.1/24`, 'dev', 'hosts')
  ip('link', 'set', 'hosts', 'up')
  const hosts: Host[] = []
  const holders: ChildProcess[] = []
  for (const [index, name] of names.entries()) {
    const { host, holder } = await startHost(name, `${block}.${index + 11}`)
    hosts.push(host)
    holders.push(holder)
  }

  const cuts: [Host, Host][] = []
  return {
    hosts,
    range: `${block}.0/24`,
    cut(one, others) {
      for (const other of others)
        for (const [from, to] of [
          [one, other],
          [other, one],
        ] as const) {
          // What is sent to a hardware address that nobody has is lost without an error.
          on(from, 'neighbour', 'replace', to.address, 'lladdr', nobody, 'nud', 'permanent', 'dev', 'eth0')
          cuts.push([from, to])
        }
    },
    heal() {
      for (const [from, to] of cuts.splice(0)) on(from, 'neighbour', 'delete', to.address, 'dev', 'eth0')
    },
    async remove() {
      for (const device of [...names, 'hosts']) ip('link', 'delete', device)
      for (const holder of holders) {
        holder.kill('SIGKILL')
        await once(holder, 'exit')
      }
    },
  }
}

async function startHost(name: string, address: string): Promise<{ host: Host; holder: ChildProcess }> {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  const prefix = ['nsenter', `--net=/proc/${holder.pid}/ns/net`]
  const host = { name, address, prefix }
  await until(() => namespaceOf(holder.pid) !== namespaceOf('self'), 'a network namespace')
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid))
  ip('link', 'set', name, 'master', 'hosts', 'up')
  on(host, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) on(host, 'link', 'set', device, 'up')
  return { host, holder }
}

const namespaceOf = (process: number | string | undefined) => readlinkSync(`/proc/${process}/ns/net`)

const ip = (...options: string[]) => void execFileSync('ip', options, { stdio: ['ignore', 'ignore', 'pipe'] })

function on({ prefix: [program = '', ...options] }: Host, ...more: string[]): void {
  execFileSync(program, [...options, 'ip', ...more], { stdio: ['ignore', 'ignore', 'pipe'] })
}
