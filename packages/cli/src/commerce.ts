import { CommanderError } from 'commander'
import { findAccount } from './account.ts'
import { unwritable } from './disk.ts'
import { createOutput } from './output.ts'
import { exitCodes, explain } from './problems.ts'
import { createProgram } from './program.ts'

const streams = { out: process.stdout, err: process.stderr, input: process.stdin }
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    stop.abort()
    // Whatever still waits has no reason to hold the process for longer.
    setTimeout(() => process.exit(exitCodes.interrupted), 2_000).unref()
  })
}
// `commerce events list | head` closes the pipe: nobody reads the rest.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  createOutput(false, streams).failure(explain(unwritable('standard output', error)))
  process.exit(exitCodes.failed)
})

try {
  await createProgram({ streams, signal: stop.signal }).parseAsync(process.argv)
  if (stop.signal.aborted) process.exitCode = exitCodes.interrupted
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
  else if (stop.signal.aborted) process.exitCode = exitCodes.interrupted
  else {
    const explained = explain(error, addressOf())
    createOutput(process.argv.includes('--json'), streams).failure(explained)
    process.exitCode = explained.exitCode
  }
}

function addressOf(): string | undefined {
  try {
    return findAccount().url
  } catch {
    return undefined
  }
}
