import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Context } from './context.ts'
import { wrongUsage } from './problems.ts'

/** Asks on a terminal. Without one nothing is asked: the message names the option that answers. */
export async function ask(context: Context, question: string, option: string, hidden = false): Promise<string> {
  const { input, err } = context.streams
  if (input.isTTY !== true) throw wrongUsage(`${question.toLowerCase()} is missing`, `Give it with ${option}.`)
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) err.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: echo, terminal: true })
  if (hidden) err.write(`${question}: `)
  try {
    return (await lines.question(hidden ? '' : `${question}: `, { signal: context.signal })).trim()
  } finally {
    lines.close()
    if (hidden) err.write('\n')
  }
}

/** All of standard input, without the line break at its end. */
export async function readInput(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
