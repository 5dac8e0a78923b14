import { dropSchema, selectFiles, selectInstalled, withClient } from './schema-queries.ts'

/** An extension that has, or had, tables in this database. */
export interface InstalledExtension {
  name: string
  files: string[]
}

export function listInstalled(ownerUrl: string): Promise<InstalledExtension[]> {
  return withClient(ownerUrl, async (client) => {
    const installed: InstalledExtension[] = []
    for (const name of await selectInstalled(client)) installed.push({ name, files: await selectFiles(client, name) })
    return installed
  })
}

/** Deletes the tables of an extension and all that is in them. */
export const dropExtension = (ownerUrl: string, name: string): Promise<void> =>
  withClient(ownerUrl, (client) => dropSchema(client, name))
