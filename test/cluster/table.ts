import type { Found } from './checks.ts'
import type { Row } from './rehearsal.ts'

/** A Markdown table: a row for each fault, with one figure for each run. */
export function describeRows(runs: readonly (readonly Row[])[]): string {
  const names = [...new Set(runs.flatMap((rows) => rows.map(({ fault }) => fault)))]
  const lines = names.map((name) => {
    const rows = runs.flatMap((run) => run.filter(({ fault }) => fault === name))
    const each = (figure: (row: Row) => number | string) => rows.map(figure).join(', ')
    const sum = (figure: (found: Found) => number) =>
      rows.reduce<number | string>(
        (total, { found }) => (found === undefined || typeof total === 'string' ? '?' : total + figure(found)),
        0,
      )
    const cells = [
      `\`${name}\``,
      each((row) => row.gapSeconds.toFixed(1)),
      each((row) => row.orders),
      sum(({ ordersLost }) => ordersLost),
      sum((found) => found.ordersKept - found.ordersAcknowledged + found.ordersLost),
      each(({ repeated }) => repeated),
      describeErrors(rows),
      rows.some(({ broken }) => broken !== '') ? 'BROKEN' : 'hold',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| fault | gap, s | orders | lost | double | webhooks repeated | errors clients met, all runs | invariants |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

function describeErrors(rows: readonly Row[]): string {
  const sums = new Map<string, number>()
  for (const { errors } of rows) for (const [name, count] of errors) sums.set(name, (sums.get(name) ?? 0) + count)
  const sorted = [...sums].sort(([, a], [, b]) => b - a)
  return sorted.map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'
}

/** The most connections that the servers had at once from all processes of a kind. */
export function describeConnections(runs: readonly (readonly Row[])[]): string {
  const max = new Map<string, number>()
  for (const { connections } of runs.flat())
    for (const [name, count] of connections) max.set(name, Math.max(max.get(name) ?? 0, count))
  const lines = [...max].sort().map(([name, count]) => `| ${name} | ${count} |`)
  return ['| connections to PostgreSQL | most at once |', '| --- | --- |', ...lines].join('\n')
}
