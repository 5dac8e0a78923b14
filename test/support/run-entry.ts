import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs what is started from `src/entries` on a database, to its end. */
export function runEntry(databaseUrl: string, entry: string, args: string[], environment: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, DATABASE_URL: databaseUrl, ...environment }
  const program = fileURLToPath(new URL(`../../src/entries/${entry}`, import.meta.url))
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
