import { randomInt, randomUUID } from 'node:crypto'
import { ensureRoleSettings, sessionSettings, settingStatements, wrongSettings } from './session-settings.ts'
import { connectAtStart, UnusableDatabase } from './wait-for-database.ts'

/**
 * How connections share the sessions of the server: `none`, they lead to the server itself; `session`, a pooler lends
 * each a session for as long as it lasts; `transaction`, for one transaction, and then nothing of the session is kept:
 * no LISTEN, no lock, no setting.
 */
export type Pooling = 'none' | 'session' | 'transaction'

/** What one of two connections was answered: the session it was lent, and the number that its statement returns. */
export interface ProbeAnswer {
  connection: 0 | 1
  pid: number
  number: number
  settings: Record<string, string>
}

/** What was seen of a pooler. */
export interface Probed {
  answers: readonly ProbeAnswer[]
  /** It did not find a statement, and the answers end there. */
  losesStatements: boolean
}

/**
 * Whose turn it is: the Thue-Morse sequence. With any number of sessions, handed out last in first out or in a circle,
 * a connection gets two of them or both get the same.
 */
export const turns = [0, 1, 1, 0, 1, 0, 0, 1] as const

/** SQLSTATE of a prepared statement that is not there, or is there already. */
const lostStatement = new Set(['26000', '42P05'])

/**
 * How the address, which leads to a pooler, shares sessions.
 * @throws UnusableDatabase if the service cannot work with it
 */
export async function checkPooling(url: string, directUrl: string): Promise<Pooling> {
  const probed = await probe(url)
  const pooling = judgePooling(probed, directUrl !== url)
  if (pooling === 'transaction') await checkSettings(probed, directUrl)
  return pooling
}

/** Asks two connections in turns, each by a prepared statement of the same name that returns its own number. */
async function probe(url: string): Promise<Probed> {
  const clients = [await connectAtStart(url), await connectAtStart(url)] as const
  const name = `commerce_${randomUUID()}`
  const answers: ProbeAnswer[] = []
  try {
    for (const connection of turns) {
      const text = `select pg_backend_pid() as pid, ${connection} as number, ${sessionSettings} as settings`
      const { rows } = await clients[connection].query<ProbeAnswer>({ name, text })
      answers.push({ ...(rows[0] as ProbeAnswer), connection })
    }
    return { answers, losesStatements: answers.some(({ connection, number }) => number !== connection) }
  } catch (error) {
    if (lostStatement.has((error as { code?: string }).code ?? '')) return { answers, losesStatements: true }
    throw error
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}

/**
 * In session pooling each connection has a session of its own, and keeps it.
 * @throws UnusableDatabase if the service cannot work so
 */
export function judgePooling({ answers, losesStatements }: Probed, hasDirectUrl: boolean): 'session' | 'transaction' {
  // Of each connection one, and not the same.
  const sessions = new Set(answers.map(({ connection, pid }) => `${connection} ${pid}`)).size
  const isLentForGood = sessions === 2 && new Set(answers.map(({ pid }) => pid)).size === 2
  if (isLentForGood && !losesStatements) return 'session'
  if (!hasDirectUrl)
    throw new UnusableDatabase(
      'a pooler lends a session for one transaction',
      'DATABASE_DIRECT_URL beside it, the address of the server itself',
    )
  if (losesStatements)
    throw new UnusableDatabase(
      'the pooler loses prepared statements',
      'PgBouncer 1.21 or later with max_prepared_statements above 0',
    )
  return 'transaction'
}

/** Sessions that began before the role had its settings go on without them. */
async function checkSettings({ answers }: Probed, directUrl: string): Promise<void> {
  const wrong = new Set(answers.flatMap(({ settings }) => wrongSettings(settings)))
  if (wrong.size === 0) return
  const direct = await connectAtStart(directUrl)
  try {
    const expected = (await ensureRoleSettings(direct))
      ? 'RECONNECT at the console of the pooler: its sessions are older than the settings of their role'
      : `${(await settingStatements(direct)).join('; ')}, and then RECONNECT at the console of the pooler`
    throw new UnusableDatabase(`in a session behind the pooler ${[...wrong].join(', ')}`, expected)
  } finally {
    direct.end().catch(() => {})
  }
}

/** Before the pooler opens sessions: those of the role begin with the settings that they need. */
export async function prepareRole(directUrl: string): Promise<void> {
  const client = await connectAtStart(directUrl)
  try {
    await ensureRoleSettings(client)
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * A lock that is taken through one address is held in the database behind the other.
 * @throws UnusableDatabase if the addresses lead to two databases, or as two roles that should be one
 */
export async function checkSameDatabase(url: string, otherUrl: string, roles: 'one' | 'two' = 'one'): Promise<void> {
  const [client, other] = await Promise.all([connectAtStart(url), connectAtStart(otherUrl)])
  const key = randomInt(2 ** 47)
  const place = 'select current_user as role, current_schema() as schema, pg_try_advisory_xact_lock($1) as locked'
  try {
    await client.query('begin')
    const here = (await client.query<Place>(place, [key])).rows[0]
    const there = (await other.query<Place>(place, [key])).rows[0]
    await client.query('commit')
    if (there?.locked) throw new UnusableDatabase('it leads to another database', 'that of DATABASE_URL')
    // Another role may have a search path of its own, and rights on the schema that this one gets later.
    if (roles === 'two') return
    if (there?.role !== here?.role)
      throw new UnusableDatabase(`its role is ${there?.role}`, `that of DATABASE_URL, ${here?.role}`)
    if (there?.schema !== here?.schema)
      throw new UnusableDatabase(`its schema is ${there?.schema}`, `that of DATABASE_URL, ${here?.schema}`)
  } finally {
    for (const one of [client, other]) one.end().catch(() => {})
  }
}

interface Place {
  role: string
  schema: string | null
  locked: boolean
}
