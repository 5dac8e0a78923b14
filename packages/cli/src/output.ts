import type { Explained } from './problems.ts'

/** Prints for people, or with `--json` for programs: one JSON value a line, on stdout alone. */
export interface Output {
  json: boolean
  /** The result of a command: `lines` for people. */
  result(value: unknown, lines: () => string | string[]): void
  /** What happens meanwhile; on stderr, and never JSON. */
  note(line: string): void
  /** Progress that replaces itself on a terminal, and is left out elsewhere. */
  progress(line: string): void
  failure(explained: Explained): void
}

export interface Streams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream & { isTTY?: boolean }
}

export function createOutput(json: boolean, { out, err }: Streams): Output {
  let isLineOpen = false
  const closeLine = () => {
    if (isLineOpen) err.write('\n')
    isLineOpen = false
  }
  return {
    json,
    result(value, lines) {
      closeLine()
      if (json) out.write(`${JSON.stringify(value)}\n`)
      else {
        const text = [lines()].flat().join('\n')
        if (text !== '') out.write(`${text}\n`)
      }
    },
    note(line) {
      closeLine()
      err.write(`${line}\n`)
    },
    progress(line) {
      if (json || err.isTTY !== true) return
      err.write(`\r\u001b[K${line}`)
      isLineOpen = true
    },
    failure({ exitCode: _, ...error }) {
      closeLine()
      if (json) out.write(`${JSON.stringify({ error })}\n`)
      else {
        err.write(`commerce: ${error.message}\n`)
        for (const { field, message } of error.faults ?? []) err.write(`  ${field}: ${message}\n`)
        if (error.remedy !== undefined) err.write(`${error.remedy}\n`)
        if (error.request_id !== undefined) err.write(`(${error.code}, request ${error.request_id})\n`)
      }
    },
  }
}
