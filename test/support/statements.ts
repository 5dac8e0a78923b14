import { startTestApp } from './app.ts'
import { noticesOf } from './notices.ts'

/** A service on a database that reports every executed statement to its clients, transaction commands included. */
export function startAppThatTellsStatements(settings = {}): ReturnType<typeof startTestApp> {
  return startTestApp(settings, undefined, {
    databaseSettings: { log_statement: 'all', client_min_messages: 'log' },
  })
}

const beside = new RegExp(
  [
    ...['session\\.revoked_at', 'setting\\.updated_at', '^select "(revoked_at|require_two_factor)" from'],
    'update sessions set last_used_at = now\\(\\)\\s+from',
  ].join('|'),
)

/** The statements that PostgreSQL executed for such a service while `work` ran; run nothing else meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const messages = await noticesOf(work)
  const texts = messages.flatMap((message) => /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]?.trim() ?? [])
  // Excludes periodic statements: polls of revoked sessions and changed settings, single look-ups on a slow machine,
  // and the record, once a minute, that staff use a session.
  return texts.filter((text) => !beside.test(text))
}
