import type { Program, Programs } from './programs.ts'

export interface Pgbouncer {
  program: Program
  port: number
}

export interface PgbouncerOptions {
  command: string
  primaryPort: number
  user: string
  password: string
}

export function startPgbouncer(programs: Programs, options: PgbouncerOptions): Pgbouncer {
  const { command, primaryPort, user, password } = options
  const port = 6432
  const values = {
    HAPROXY_ADDRESS: '127.0.0.1',
    PRIMARY_PORT: primaryPort,
    PGBOUNCER_ADDRESS: '127.0.0.1',
    PGBOUNCER_PORT: port,
  }
  const program = programs.program('pgbouncer', 'pgbouncer.ini', values, (file) => [command, file])
  programs.write('pgbouncer', 'userlist.txt', `"${user}" "${password}"\n`)
  program.start()
  return { program, port }
}
