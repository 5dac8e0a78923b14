import { dayOf, type OpenSearch, readOpenSearch, textOf } from '#console/lib/search.ts'

export interface AuditSearch extends OpenSearch {
  /** Any name: the list of actions is loaded with the page. */
  action?: string
  /** Id of who did it. */
  actor?: string
  /** Id of what it was done to. */
  target?: string
  /** Days of the shop, both included. */
  from?: string
  to?: string
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function idOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && uuid.test(text) ? text : undefined
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    ...readOpenSearch(search),
    action: textOf(search['action']),
    actor: idOf(search['actor']),
    target: idOf(search['target']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  }
}
