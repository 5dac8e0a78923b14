import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * The options of a command, and the names of rows; all of `known` that are given must be there. Ends the process with
 * `usage` for `--help`, and with what is wrong for an option or a name that there is not.
 */
export function readCommandLine<T extends Options>(options: T, known: readonly string[], usage: string) {
  try {
    const help = { type: 'boolean', default: false } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...options, help } })
    const unknown = positionals.filter((name) => !known.includes(name))
    if (unknown.length > 0) throw new TypeError(`no such row: ${unknown.join(', ')}`)
    if (!(values as { help?: boolean }).help) return { options: values, names: positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stdout.write(`${error.message}\n\n`)
    process.exitCode = 1
  }
  process.stdout.write(`${usage}\n\nRows: ${known.join(', ')}\n`)
  process.exit()
}
