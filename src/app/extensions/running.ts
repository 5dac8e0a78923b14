import { Type } from 'typebox'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Eraser, Exporter } from '#src/platform/module.ts'
import { asExtension, type Rights } from './database.ts'
import type { LoadedExtension } from './load.ts'
import { roleOf, schemaOf } from './names.ts'
import { selectRoles } from './queries.ts'

/** An extension in a process that runs it. */
export interface RunningExtension extends LoadedExtension {
  rights: Rights
}

/** With the rights that the database gave them as they were installed. */
export async function runExtensions(
  db: Database,
  extensions: readonly LoadedExtension[],
): Promise<readonly RunningExtension[]> {
  const withRole = new Set(
    await selectRoles(
      db,
      extensions.map(({ value }) => roleOf(value.name)),
    ),
  )
  return extensions.map((extension) => {
    const { name } = extension.value
    return { ...extension, rights: { name, hasRole: withRole.has(roleOf(name)) } }
  })
}

/** What an extension keeps of a person is deleted with the account, in its transaction. */
export function erasersOf(extensions: readonly RunningExtension[]): Eraser[] {
  return extensions.flatMap(({ value: { erase }, rights }) =>
    erase === undefined
      ? []
      : [(transaction: Transaction, userId: string) => asExtension(transaction, rights, (db) => erase({ db, userId }))],
  )
}

/** What an extension keeps of a person, as one part of the export of their data. */
export function exportersOf(extensions: readonly RunningExtension[]): Exporter[] {
  return extensions.flatMap(({ value: { export: read }, rights }) =>
    read === undefined
      ? []
      : [
          {
            name: schemaOf(rights.name),
            schema: Type.Unknown(),
            async *pages({ db }, { id: userId }) {
              const kept = await inTransaction(db, (transaction) =>
                asExtension(transaction, rights, (own) => read({ db: own, userId })),
              )
              yield [kept]
            },
          },
        ],
  )
}
