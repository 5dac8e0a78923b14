import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { reachService } from '../connection.ts'
import { action, type Context, type Shared } from '../context.ts'
import { exitCodes, Problem, wrongUsage } from '../problems.ts'
import { readInput } from '../prompt.ts'
import { save } from '../save.ts'

interface ApiOptions {
  field: string[]
  rawField: string[]
  header: string[]
  input?: string
  include?: boolean
  paginate?: boolean
}

const collect = (value: string, before: string[]) => [...before, value]

export function addApi(program: Command, shared: Shared): void {
  program
    .command('api <method> <path>')
    .description('any request of the API, as in: commerce api GET /admin/orders -f status=paid')
    .option(
      '-F, --field <name=value>',
      'a number, true, false, null or JSON (name[]=value adds to a list)',
      collect,
      [],
    )
    .option('-f, --raw-field <name=value>', 'a text', collect, [])
    .option('-H, --header <name:value>', 'a header', collect, [])
    .option('--input <file>', 'the body from a file, or - for standard input')
    .option('-i, --include', 'print status and headers, too')
    .option('--paginate', 'follow next_cursor, and print every item on a line of its own')
    .addHelpText('after', '\nFields are the query of a GET and DELETE, and the JSON body of others.')
    .action(action<ApiOptions>(shared, callApi))
}

async function callApi(context: Context, options: ApiOptions, given = '', path = ''): Promise<void> {
  const method = given.toUpperCase()
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)) {
    throw wrongUsage(`${given} is no method`, 'The method comes first, as in: commerce api GET /shop')
  }
  const { url, apiKey, merchantId, deviceId } = context.account()
  const target = new URL(`${url}/${path.replace(/^\//, '')}`)
  const fields = toFields(options)
  const hasQuery = method === 'GET' || method === 'DELETE'
  if (hasQuery) for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, String(value))
  const body = options.input !== undefined ? await readBody(context, options.input) : bodyOf(hasQuery, fields)
  if (target.origin !== new URL(url).origin) throw wrongUsage(`${path} leads away from ${url}`, 'Give a path alone.')
  const headers = new Headers({ 'access-token': apiKey, 'merchant-id': merchantId, 'device-id': deviceId })
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const header of options.header) {
    const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(header) ?? []
    if (name === undefined || value === undefined) throw wrongUsage(`${header} is no header`, 'As in -H "if-match: 3"')
    headers.set(name, value)
  }
  for (let cursor: string | undefined; ; ) {
    if (cursor !== undefined) target.searchParams.set('cursor', cursor)
    const answer = await reachService(target, {
      method,
      headers,
      signal: context.signal,
      ...(body !== undefined && { body }),
    })
    if (options.include) printHead(context, answer)
    cursor = await print(context, answer, options.paginate === true)
    if (!answer.ok) {
      process.exitCode = answer.status === 401 ? exitCodes.notSignedIn : exitCodes.failed
      return
    }
    if (!options.paginate || cursor === undefined) return
  }
}

function bodyOf(hasQuery: boolean, fields: Record<string, unknown>): string | undefined {
  return hasQuery || Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields)
}

function readBody(context: Context, file: string): Promise<string> | string {
  if (file === '-') return readInput(context.streams.input)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function toFields({ field, rawField }: ApiOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const add = (text: string, toValue: (value: string) => unknown) => {
    const [, name, list, value] = /^([^=[\]]+)(\[\])?=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined) throw wrongUsage(`${text} is no field`, 'As in -f name=value')
    if (list) fields[name] = [...((fields[name] as unknown[] | undefined) ?? []), toValue(value)]
    else fields[name] = toValue(value)
  }
  for (const text of rawField) add(text, (value) => value)
  for (const text of field) add(text, toTyped)
  return fields
}

function toTyped(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function printHead({ streams }: Context, { status, statusText, headers }: Response): void {
  streams.out.write(`${status} ${statusText}\n${[...headers].map(([name, value]) => `${name}: ${value}\n`).join('')}\n`)
}

/** Prints an answer, and returns the cursor of the next page. */
async function print(context: Context, answer: Response, items: boolean): Promise<string | undefined> {
  const { out } = context.streams
  if (!/json/.test(answer.headers.get('content-type') ?? '')) {
    await save(context, answer, undefined)
    return undefined
  }
  const json = await answer.json()
  if (!items || !answer.ok || !Array.isArray(json.data?.items)) {
    out.write(`${JSON.stringify(json, undefined, context.output.json ? undefined : 2)}\n`)
    return undefined
  }
  for (const item of json.data.items) out.write(`${JSON.stringify(item)}\n`)
  return json.data.pagination?.next_cursor || undefined
}
