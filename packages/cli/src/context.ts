import type { Client } from '@commerce-platform/client'
import type { Command } from 'commander'
import { type Account, clientOf, plainWarning, requireAccount } from './account.ts'
import { createOutput, type Output, type Streams } from './output.ts'

/** What a command works with. The account is asked for only by commands that need one. */
export interface Context {
  output: Output
  streams: Streams & { input: NodeJS.ReadStream }
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal
  account(): Account
  client(): Client
}

export type Shared = Pick<Context, 'streams' | 'signal'>

/** Runs a command with its context: `action(shared, async ({ output }, options, argument) => …)`. */
export function action<Options extends object>(
  shared: Shared,
  run: (context: Context, options: Options, ...given: string[]) => Promise<void>,
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.pop() as Command
    const options = parameters.pop() as Options
    const output = createOutput(command.optsWithGlobals()['json'] === true, shared.streams)
    let account: Account | undefined
    const found = () => {
      if (account !== undefined) return account
      account = requireAccount()
      const warning = plainWarning(account.url)
      if (warning !== undefined) output.note(warning)
      return account
    }
    const given = parameters.map((parameter) => (parameter === undefined ? '' : String(parameter)))
    await run({ ...shared, output, account: found, client: () => clientOf(found()) }, options, ...given)
  }
}
