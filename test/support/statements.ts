import { startTestApp } from './app.ts'
import { noticesOf } from './notices.ts'

/** A service on a database that tells its clients every statement it executes, transaction commands included. */
export function startAppThatTellsStatements(): ReturnType<typeof startTestApp> {
  return startTestApp({}, undefined, {
    databaseSettings: { log_statement: 'all', client_min_messages: 'log' },
  })
}

const beside = new RegExp(
  [
    ...['session\\.revoked_at', 'setting\\.updated_at', '^select "(revoked_at|require_two_factor)" from'],
    'update sessions set last_used_at = now\\(\\)\\s+from',
  ].join('|'),
)

/**
 * The texts of what PostgreSQL executed for such a service while `work` ran, as PostgreSQL says; run nothing beside it.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const messages = await noticesOf(work)
  const texts = messages.flatMap((message) => /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]?.trim() ?? [])
  // Every process asks a few times a second which sessions were revoked and which settings changed, asks for one
  // alone when the machine is so slow that the last answer is old, and notes once a minute that staff use a session.
  return texts.filter((text) => !beside.test(text))
}
