import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BackupFault } from './fault.ts'

const run = promisify(execFile)

type Tool = 'pg_dump' | 'pg_restore'

/** A program of PostgreSQL at PG_BIN or on the PATH. @throws BackupFault if there is none of at least this version */
export async function findTool(tool: Tool, folder: string | undefined, serverVersion: string): Promise<string> {
  const program = folder === undefined ? tool : join(folder, tool)
  const place = folder === undefined ? 'on the PATH' : `in ${folder} (PG_BIN)`
  const major = Number.parseInt(serverVersion, 10)
  const bin = `/usr/lib/postgresql/${major}/bin`
  const get = `install postgresql-client-${major} or later, and set PG_BIN to its folder, such as ${bin}`
  const { stdout } = await run(program, ['--version'], { env: environment() }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupFault(`there is no ${tool} ${place} (${error.code ?? error.message}); ${get}`)
  })
  const version = /(\d+)(?:\.\d+)?/.exec(stdout)?.[0] ?? ''
  if (Number.parseInt(version, 10) < major)
    throw new BackupFault(`${tool} ${place} is ${version}, which is older than the server (${serverVersion}); ${get}`)
  return program
}

/** Passwords go by the environment: everybody can read a command line. */
export async function runTool(program: string, databaseUrl: string, words: readonly string[]): Promise<void> {
  const { url, password } = forTools(databaseUrl)
  try {
    await run(program, [...words, `--dbname=${url}`], {
      env: { ...environment(), ...(password !== '' && { PGPASSWORD: password }) },
      maxBuffer: 10_000_000,
    })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new BackupFault((stderr.trim() || message).split('\n').slice(0, 5).join('\n'))
  }
}

/** The address without its password, and without what the driver of Node.js alone understands. */
export function forTools(databaseUrl: string): { url: string; password: string } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('uselibpqcompat')
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return { url: url.href, password }
}

/** What of our environment the tools need: where they are, certificates, and a file of passwords. */
function environment(): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PGPASSFILE|PGSSL\w+|TZ)$/.test(name))
  return Object.fromEntries(passedOn)
}
