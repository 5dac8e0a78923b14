import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../packages/cli/src/commerce.ts', import.meta.url))

export interface Said {
  code: number | null
  stdout: string
  stderr: string
}

/** Settings of a command: a folder of its own, and who it acts as. */
export type CommandSettings = Record<string, string>

/** The program, its arguments and its environment. */
export function commandLine(
  settings: CommandSettings,
  args: readonly string[],
): [program: string, args: string[], environment: NodeJS.ProcessEnv] {
  const { PATH, HOME, NODE_COMPILE_CACHE = '' } = process.env
  return [process.execPath, ['--conditions=source', script, ...args], { PATH, HOME, NODE_COMPILE_CACHE, ...settings }]
}

/** Runs `commerce` from its source to its end. Without a terminal: `input` is all of its standard input. */
export async function commerce(settings: CommandSettings, args: readonly string[], input = ''): Promise<Said> {
  const { child, said, ended } = startCommerce(settings, args)
  child.stdin?.end(input)
  return { code: await ended, ...said() }
}

/** The same, beside the test. */
export function startCommerce(
  settings: CommandSettings,
  args: readonly string[],
): { child: ChildProcess; said(): Omit<Said, 'code'>; ended: Promise<number | null> } {
  const [program, given, env] = commandLine(settings, args)
  const child = spawn(program, given, { env, stdio: 'pipe' })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, said: () => ({ stdout, stderr }), ended }
}
