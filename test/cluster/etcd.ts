import type { Host } from './hosts.ts'
import type { Program, Programs } from './programs.ts'

export interface Etcd {
  /** For Patroni: `etcd3.hosts`. */
  hosts: string
  members: Program[]
  leader(): Promise<Program>
  isHealthy(): Promise<boolean>
}

const timeoutMs = 2_000

export function startEtcd(programs: Programs, hosts: readonly Host[], program: string): Etcd {
  const values = { ETCD_MEMBERS: hosts.map(({ name, address }) => `${name}=http://${address}:2380`).join(',') }
  const members = hosts.map((host) => {
    const own = { ...values, NODE: host.name, ADDRESS: host.address }
    return programs.program(`etcd-${host.name}`, 'etcd.yml', own, (file) => [program, '--config-file', file], host)
  })
  for (const member of members) member.start()
  const status = async ({ address }: Host): Promise<{ leader: string; header: { member_id: string } } | undefined> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method: 'POST', body: '{}', signal }
    const answer = await fetch(`http://${address}:2379/v3/maintenance/status`, options).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as Awaited<ReturnType<typeof status>>) : undefined
  }
  return {
    hosts: hosts.map(({ address }) => `${address}:2379`).join(','),
    members,
    async leader() {
      const found = await Promise.all(hosts.map(status))
      const member = members[found.findIndex((one) => one !== undefined && one.leader === one.header.member_id)]
      if (member === undefined) throw new Error('etcd has no leader')
      return member
    },
    async isHealthy() {
      const found = await Promise.all(hosts.map(status))
      const leaders = new Set(found.map((one) => one?.leader ?? '0'))
      return leaders.size === 1 && !leaders.has('0')
    },
  }
}
