import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export type Assistant = Client
type Answer = Awaited<ReturnType<Assistant['callTool']>>

const name = { name: 'test', version: '1' }
const withKey = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })

/** The official client of 2026-07-28, connected with an API key. */
export async function connect(origin: string, key: string): Promise<Assistant> {
  const client = new Client(name, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), withKey(key)))
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28')
  return client
}

/** The official client of the revisions before it. */
export async function connectEarlier(origin: string, key: string): Promise<EarlierClient> {
  const client = new EarlierClient(name)
  // Its declared type has a field that may be undefined where the interface has one that may be missing.
  await client.connect(new EarlierTransport(new URL(`${origin}/mcp`), withKey(key)) as never)
  return client
}

/** What a tool answered, which its text says, too. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs without casting
export function answered(answer: Answer): any {
  assert.ok(!answer.isError, JSON.stringify(answer.content))
  const [block] = answer.content
  assert.deepEqual(JSON.parse((block as { text: string }).text), answer.structuredContent)
  return answer.structuredContent
}
