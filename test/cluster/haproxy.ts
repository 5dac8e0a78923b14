import type { Host } from './hosts.ts'
import type { Program, Programs } from './programs.ts'

export interface Haproxy {
  program: Program
  primaryPort: number
  replicaPort: number
}

export function startHaproxy(programs: Programs, hosts: readonly Host[], command: string): Haproxy {
  const [primaryPort, replicaPort] = [5000, 5001]
  const addresses = Object.fromEntries(hosts.map(({ address }, index) => [`ADDRESS_${index + 1}`, address]))
  const ports = { HAPROXY_ADDRESS: '127.0.0.1', PRIMARY_PORT: primaryPort, REPLICA_PORT: replicaPort }
  const values = { ...addresses, ...ports }
  const program = programs.program('haproxy', 'haproxy.cfg', values, (file) => [command, '-db', '-f', file])
  program.start()
  return { program, primaryPort, replicaPort }
}
