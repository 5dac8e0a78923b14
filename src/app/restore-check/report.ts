import type { DatabaseDescription } from './describe-database.ts'
import type { Finding } from './run-checks.ts'

const grouped = (number: number) => number.toLocaleString('en')

/** The first line: the restored database and its moment. */
export function describeLine({ name, at, standby, newestOrder, newestEvent }: DatabaseDescription): string {
  const server = standby ? 'standby' : 'primary'
  return (
    `database ${name} (${server}) as of ${at}; newest order ${newestOrder ?? 'none'}, ` +
    `newest event ${newestEvent ?? 'none'}\n`
  )
}

/** A line for a check, and one for each of the first differences. */
export function findingLines({ check, rows, differences, examples, fault, seconds }: Finding): string {
  const verdict = differences === 0 ? 'ok   ' : 'WRONG'
  const counts = `${grouped(rows)} ${check.of}, ${grouped(differences)} differences, ${seconds.toFixed(2)} s`
  const details = fault === undefined ? examples.map((row) => JSON.stringify(row)) : [`cannot be read: ${fault}`]
  return [`${verdict} ${check.area}: ${check.name} (${counts})`, ...details.map((line) => `      ${line}`), ''].join(
    '\n',
  )
}

export function summaryLine(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ differences }) => differences > 0).length
  const seconds = findings.reduce((sum, finding) => sum + finding.seconds, 0).toFixed(1)
  return wrong === 0
    ? `all ${findings.length} checks agree (${seconds} s)\n`
    : `${wrong} of ${findings.length} checks disagree (${seconds} s)\n`
}

/** Output for programs. */
export function asJson(database: DatabaseDescription, findings: readonly Finding[]): string {
  const checks = findings.map(({ check: { area, name, of }, ...finding }) => ({ area, name, of, ...finding }))
  const agrees = findings.every(({ differences }) => differences === 0)
  return `${JSON.stringify({ agrees, database, checks }, null, 2)}\n`
}
