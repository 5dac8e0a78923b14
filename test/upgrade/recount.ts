import { runChecks } from '#src/app/restore-check/run-checks.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'

/** The checks of `commerce-admin restore-check` that do not hold, with the first rows in which they do not. */
export async function differences(databaseUrl: string): Promise<Record<string, unknown[]>> {
  return withSnapshot(databaseUrl, 'recount', async (snapshot) => {
    const found: Record<string, unknown[]> = {}
    for await (const { check, differences, examples, fault } of runChecks(snapshot)) {
      if (differences > 0) found[`${check.area}: ${check.name}`] = fault === undefined ? examples : [fault]
    }
    return found
  })
}
