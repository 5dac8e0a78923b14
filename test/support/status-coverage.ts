import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Coverage of documented statuses by operation. Test files record them in a folder; at its end the run compares them
 * with the contract.
 */
const seen = new Set<string>()

/** Notes that an operation answered a status; one line a process and pair. */
export function noteStatus(method: string, path: string, status: number): void {
  const folder = process.env['TEST_STATUS_DIR']
  const line = `${method} ${path} ${status}`
  if (folder === undefined || seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}

/** Statuses that every operation can answer for the same reason, tested once for that reason. */
const general = new Set(['408', '429', '500', '503'])

/** The documented statuses nobody has seen, as `METHOD /path status`. */
export function unseenStatuses(folder: string): string[] {
  const noted = new Set(globSync(join(folder, '*.txt')).flatMap((file) => readFileSync(file, 'utf8').split('\n')))
  const contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  return Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => !general.has(status))
        .map((status) => `${method.toUpperCase()} ${path} ${status}`)
        .filter((line) => !noted.has(line)),
    ),
  )
}
