import type { Command } from 'commander'
import { findAccount } from '../account.ts'
import { action, type Shared } from '../context.ts'
import { examine } from '../doctor/checks.ts'
import { receiverUrl } from '../forward.ts'

const marks = { ok: '✓', warning: '!', fault: '✗' }

export function addDoctor(program: Command, shared: Shared): void {
  program
    .command('doctor')
    .description('what is wrong with this set-up, and how to mend it; exits 1 if something does not work')
    .option('--forward-to <url>', 'also a receiver on this machine')
    .action(
      action<{ forwardTo?: string }>(shared, async ({ output }, { forwardTo }) => {
        const receiver = forwardTo === undefined ? undefined : receiverUrl(forwardTo)
        const findings = await examine({ account: findAccount(), receiver })
        const faults = findings.filter(({ status }) => status === 'fault').length
        output.result({ healthy: faults === 0, findings }, () =>
          findings.flatMap(({ status, message, remedy }) => [
            `${marks[status]} ${message}`,
            ...(remedy === undefined ? [] : [`  → ${remedy}`]),
          ]),
        )
        if (faults > 0) process.exitCode = 1
      }),
    )
}
