import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from './hosts.ts'

/** A program that is started, killed and started again, as its supervisor would. */
export interface Program {
  name: string
  start(): void
  /** Sends the signal and waits for the end. */
  end(signal: EndSignal): Promise<void>
  isRunning(): boolean
}

/** PgBouncer waits on SIGTERM until its clients have gone, on SIGINT until their transactions have ended. */
export type EndSignal = 'SIGKILL' | 'SIGTERM' | 'SIGINT'

export interface Programs {
  /** One whose folder, `FOLDER` of its template, is made and given to the account that it runs as. */
  program(name: string, template: string, values: Values, command: (file: string) => string[], host?: Host): Program
  write(name: string, file: string, text: string): void
  folderOf(name: string): string
}

export type Values = Record<string, string | number>

const templates = new URL('../../deploy/cluster/', import.meta.url)
const stopTimeoutMs = 60_000

/** Programs of a root folder (prerequisites.ts), which see the folder of the run under its own name. */
export function createPrograms(root: string, folder: string): Programs {
  const [, uid = NaN, gid = NaN] = (/^postgres:[^:]*:(\d+):(\d+)/m.exec(passwd(root)) ?? []).map(Number)
  if (root !== '/') mountIn(root, folder)
  const asUser = ['chroot', root, 'setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
  const folderOf = (name: string) => join(folder, name)
  const write = (name: string, file: string, text: string) => {
    const path = join(folderOf(name), file)
    writeFileSync(path, text, { mode: 0o600 })
    chownSync(path, uid, gid)
  }
  return {
    folderOf,
    write,
    program(name, template, values, command, host) {
      mkdirSync(folderOf(name), { recursive: true, mode: 0o700 })
      chownSync(folderOf(name), uid, gid)
      write(name, template, fill(template, { FOLDER: folderOf(name), ...values }))
      const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
      const line = [...(host?.prefix ?? []), ...asUser, ...command(join(folderOf(name), template))]
      return supervise(name, line, log)
    },
  }
}

const passwd = (root: string) => readFileSync(join(root, 'etc/passwd'), 'utf8')

/** Seen by this run only: it has mounts of its own. */
function mountIn(root: string, folder: string): void {
  const mount = (...options: string[]) => void execFileSync('mount', options)
  mount('--rbind', '/dev', join(root, 'dev'))
  mount('-t', 'proc', 'proc', join(root, 'proc'))
  mount('-t', 'tmpfs', 'tmpfs', join(root, 'tmp'))
  const inRoot = join(root, folder)
  mkdirSync(inRoot, { recursive: true })
  mount('--bind', folder, inRoot)
}

function supervise(name: string, [program = '', ...options]: string[], log: NodeJS.WritableStream): Program {
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    name,
    isRunning,
    start() {
      if (isRunning()) return
      log.write(`--- started ${new Date().toISOString()}\n`)
      // None of ours could be meant for it.
      const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
      child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'], env })
      for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
      child.once('error', (error) => log.write(`--- ${error}\n`))
      child.once('exit', (code, signal) => log.write(`--- ended by ${signal ?? code} ${new Date().toISOString()}\n`))
    },
    async end(signal) {
      if (child === undefined || !isRunning()) return
      child.kill(signal)
      const deadline = performance.now() + stopTimeoutMs
      while (isRunning()) {
        if (performance.now() > deadline) throw new Error(`${name} did not end by ${signal}`)
        await sleep(20)
      }
    },
  }
}

/** The sample with its `${NAMES}` replaced. */
function fill(template: string, values: Values): string {
  return readFileSync(new URL(template, templates), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} names ${name}, which has no value`)
    return String(value)
  })
}
