import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addApi } from './commands/api.ts'
import { addCompletion } from './commands/completion.ts'
import { addDeliveries } from './commands/deliveries.ts'
import { addDoctor } from './commands/doctor.ts'
import { addEvents } from './commands/events.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addOrders } from './commands/orders.ts'
import { addProducts } from './commands/products.ts'
import { addTrigger } from './commands/trigger.ts'
import type { Shared } from './context.ts'

/** The package file is beside `src`, and beside `dist`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const epilogue = `
Without a sign-in: COMMERCE_URL, COMMERCE_API_KEY and COMMERCE_MERCHANT_ID.
Exit codes: 0 done, 1 failed or refused, 2 wrong command line, 4 not signed in, 5 the service does not answer.`

export function createProgram(shared: Shared): Command {
  const program = new Command('commerce')
    .description('The command line of the Commerce Platform.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(`--help` shows what the command takes.)')
    .addHelpText('after', epilogue)
  // Before the commands are added: they inherit it.
  program.exitOverride()
  program.configureOutput({
    writeOut: (text) => shared.streams.out.write(text),
    writeErr: (text) => shared.streams.err.write(text),
  })
  for (const add of [
    addLogin,
    addListen,
    addTrigger,
    addEvents,
    addDeliveries,
    addOrders,
    addProducts,
    addApi,
    addDoctor,
    addCompletion,
  ]) {
    add(program, shared)
  }
  giveEach(program)
  return program
}

/** `--json` may stand before or behind any command. */
function giveEach(command: Command): void {
  command.option('--json', 'print JSON, one value a line')
  for (const below of command.commands) giveEach(below)
}
