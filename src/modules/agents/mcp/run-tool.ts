import { createHash } from 'node:crypto'
import type { ApiKey } from '#src/platform/http/auth/authentication-services.ts'
import { type ErrorCode, invalid } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { pick } from './pick.ts'
import { isOfPreview, previewToken } from './preview-token.ts'
import type { ReadyTool } from './ready-tools.ts'
import type { Operation } from './tool.ts'

/** An API key of the shop's people, and where its request comes from. */
export interface Caller {
  key: string
  found: ApiKey
  ip: string
}

/** A request to an operation of the API, as the caller. */
export interface ToolRequest {
  operation: Operation
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>> | undefined
  idempotencyKey: string | undefined
}

export interface ToolAnswer {
  data?: unknown
  error?: ToolError
}

export interface ToolError {
  code: ErrorCode
  message: string
  details?: unknown
}

export type Send = (caller: Caller, request: ToolRequest) => Promise<ToolAnswer>

type Arguments = Readonly<Record<string, unknown>>

export interface Result {
  value?: unknown
  error?: ToolError
}

/**
 * Runs a tool. One that asks twice changes nothing without the `confirm` of a preview with the same arguments, of the
 * same key, of a thing that has not changed since.
 */
export async function runTool(
  { send, seal }: { send: Send; seal: Seal },
  caller: Caller,
  tool: ReadyTool,
  { confirm, idempotency_key, ...args }: Arguments,
): Promise<Result> {
  const fault = faultOf(tool, { ...args, confirm, idempotency_key })
  if (fault !== undefined) return { error: fault }
  const key = idempotency_key === undefined ? undefined : String(idempotency_key)
  if (tool.asksTwice === undefined) return shown(await send(caller, requestOf(tool, args, key)), tool.shows)

  const before = await readBefore(send, caller, tool, args)
  if (before.error !== undefined) return { error: before.error }
  const preview = pick(before.data, tool.asksTwice.shows) as Record<string, unknown>
  const previewed = { keyId: caller.found.id, tool: tool.name, args, version: preview['version'] ?? preview }
  if (confirm === undefined) {
    const next = 'Nothing has changed yet. Show this to the person; if they agree, call again with this `confirm`.'
    return { value: { preview, would: tool.asksTwice.says, next, confirm: previewToken(seal, previewed) } }
  }
  if (!isOfPreview(seal, String(confirm), previewed)) {
    const message = 'is of no preview with these arguments, or something has changed since; call without it again'
    return { error: toolError(invalid({ field: 'confirm', message })) }
  }
  // Sent twice at once, it is done once.
  const once = createHash('sha256').update(String(confirm)).digest('base64url')
  return shown(await send(caller, requestOf(tool, args, once)), tool.shows)
}

function shown({ data, error }: ToolAnswer, fields: readonly string[]): Result {
  return error === undefined ? { value: pick(data, fields) } : { error }
}

function readBefore(send: Send, caller: Caller, tool: ReadyTool, args: Arguments): Promise<ToolAnswer> {
  const reads = tool.asksTwice?.reads
  const request = requestOf(tool, args, undefined)
  if (reads === 'dry_run') return send(caller, { ...request, body: { ...request.body, dry_run: true } })
  return send(caller, { ...request, operation: reads ?? tool.operation, query: {}, body: undefined })
}

function requestOf(tool: ReadyTool, args: Arguments, key: string | undefined): ToolRequest {
  const isRead = tool.operation.startsWith('GET ')
  const of = (place: string) => Object.entries(args).filter(([name]) => tool.places.get(name) === place)
  const texts = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]))
  const sent = Object.entries(tool.sends ?? {})
  const body = [...of('body'), ...(isRead ? [] : sent)]
  const takesBody = body.length > 0 || [...tool.places.values()].includes('body')
  return {
    operation: tool.operation,
    path: texts(of('path')),
    query: texts([...of('query'), ...(isRead ? sent : [])]),
    body: takesBody ? Object.fromEntries(body) : undefined,
    idempotencyKey: tool.repeatable ? key : undefined,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What the operation could not say: an argument that the tool has not, or a value that has no place in an address. */
function faultOf(tool: ReadyTool, args: Arguments): ToolError | undefined {
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const { properties = {}, required = [] } = tool.inputSchema
  const faults = [
    ...given
      .filter(([name]) => !Object.hasOwn(properties, name))
      .map(([field]) => ({ field, message: `is no argument of ${tool.name}` })),
    ...given
      .filter(([name, value]) => tool.places.get(name) === 'path' && !/^[\w-]{1,100}$/.test(String(value)))
      .map(([field]) => ({ field, message: 'must be an id' })),
    ...required
      .filter((name) => args[name] === undefined && tool.places.get(name) === 'path')
      .map((field) => ({ field, message: 'is missing' })),
  ]
  return faults.length === 0 ? undefined : toolError(invalid(...faults))
}

export function toolError({
  code,
  message,
  details,
}: {
  code: ErrorCode
  message: string
  details?: unknown
}): ToolError {
  return { code, message, ...(details === undefined ? {} : { details }) }
}
