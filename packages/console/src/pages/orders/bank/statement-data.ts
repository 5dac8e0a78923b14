import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, files } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'

export type Statement = Schemas['BankStatement']
export type Credit = Statement['credits'][number]

export const statementOptions = (id: string) =>
  queryOptions({
    queryKey: ['bank-statement', id],
    queryFn: ({ signal }) => read(api.GET('/admin/payments/statement/{id}', { params: { path: { id } }, signal })),
  })

const types: Record<string, string> = {
  xml: 'application/xml',
  zip: 'application/zip',
  csv: 'text/csv',
  txt: 'text/csv',
}

/** By the end of its name; undefined if it is none of these. */
export function typeOf({ name }: File): string | undefined {
  return types[name.split('.').at(-1)?.toLowerCase() ?? '']
}

/** What shows orders, and what was paid of them. */
const changed = [['orders'], ['order'], ['dashboard']]

/** Sends a file; the answer is shown at once. */
export function useSending(done: (statement: Statement) => void) {
  const client = useQueryClient()
  return useChange(
    changed,
    ({ file, columns }: { file: File; columns?: string }) =>
      read(
        files.POST('/admin/payments/statement', {
          params: { query: columns === undefined ? {} : { columns } },
          headers: { 'content-type': typeOf(file) },
          body: file,
          bodySerializer: (body) => body,
        }),
      ),
    (statement) => {
      client.setQueryData(statementOptions(statement.id).queryKey, statement)
      done(statement)
    },
  )
}

/** Records credits; `done` gets the statement after it. */
export function useConfirming(id: string, done: (statement: Statement) => void) {
  const client = useQueryClient()
  return useChange(
    changed,
    (credits: { id: string; order_id?: string }[]) =>
      read(api.POST('/admin/payments/statement/{id}/confirm', { params: { path: { id } }, body: { credits } })),
    (statement) => {
      client.setQueryData(statementOptions(id).queryKey, statement)
      done(statement)
    },
  )
}
