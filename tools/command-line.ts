import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Given<T extends Options> = ReturnType<typeof parseArgs<{ allowPositionals: true; options: T }>>

/** A usage error; the message says what is wrong. */
export class UsageError extends Error {}

/**
 * Parses the arguments of a command with `read`. Ends the process with `usage` for `--help`, and with an error and
 * status 2 for an unknown option, or if `read` throws a UsageError.
 */
export function readCommandLine<const T extends Options, R>(
  usage: string,
  options: T,
  read: (values: Given<T>['values'], positionals: string[]) => R,
): R {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    return read(values, positionals)
  } catch (error) {
    if (!(error instanceof UsageError || isOfParseArgs(error))) throw error
    process.stderr.write(`${error.message}\n\n${usage}\n`)
    process.exit(2)
  }
}

function isOfParseArgs(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** For commands that take only options. */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`${words.join(' ')}: expected options only`)
}

/** For commands whose arguments are some of these names. */
export function refuseUnknown(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new UsageError(`there is no ${what} ${unknown.join(', ')}; expected one of ${known.join(', ')}`)
}

export function readPositive(option: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new UsageError(`--${option} is ${text}; expected a number above 0`)
  return value
}
