import type { BlobSettings } from '#src/platform/blobs/index.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { checkMediaFiles } from './check-media.ts'
import { describeDatabase } from './describe-database.ts'
import { asJson, describeLine, findingLines, summaryLine } from './report.ts'
import { type Finding, runChecks } from './run-checks.ts'

interface CheckOptions {
  json: boolean
  /** Where the files of pictures are looked for; undefined looks for none. */
  media: BlobSettings | undefined
  write: (text: string) => void
}

/**
 * Recounts a database and writes what it finds. Returns whether everything agrees.
 * @throws NothingToCheck if it is no database of this release with a merchant
 */
export async function checkDatabase(databaseUrl: string, { json, media, write }: CheckOptions): Promise<boolean> {
  return withSnapshot(databaseUrl, 'restore-check', async (snapshot) => {
    const database = await describeDatabase(snapshot)
    if (!json) write(describeLine(database))
    const findings: Finding[] = []
    const add = (finding: Finding) => {
      findings.push(finding)
      if (!json) write(findingLines(finding))
    }
    for await (const finding of runChecks(snapshot)) add(finding)
    if (media !== undefined) add(await checkMediaFiles(snapshot, media))
    write(json ? asJson(database, findings) : summaryLine(findings))
    return findings.every(({ differences }) => differences === 0)
  })
}
