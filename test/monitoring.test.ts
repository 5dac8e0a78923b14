import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { parser } from '@prometheus-io/lezer-promql'
import { Histogram } from 'prom-client'
import { parse } from 'yaml'
import { startBackground } from '#src/app/background.ts'
import { registerConfigurationMetrics } from '#src/app/configuration-warnings.ts'
import { registerDatabaseMetrics } from '#src/app/database-metrics.ts'
import { registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { until } from './support/until.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: Record<string, string>
}

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

interface AlertTest {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[]
}

const alerts: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboards = globSync('deploy/grafana/dashboards/*.json', { cwd: root }).map((file) => {
  const { panels, uid } = JSON.parse(read(file)) as { panels: Panel[]; uid: string }
  return { file, uid, panels }
})

/** All expressions, as Prometheus gets them: Grafana fills in its variables. */
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ place: alert, text: expr })),
  ...dashboards.flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: `${file}: ${title}`, text: expr })),
    ),
  ),
].map(({ place, text }) => ({ place, text: text.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.+') }))

interface Selector {
  metric: string
  labels: string[]
  routes: string[]
}

/** What an expression selects, and the labels that it groups by. @throws if it is not PromQL */
function readExpression(text: string): { selectors: Selector[]; grouped: string[] } {
  const selectors: Selector[] = []
  const grouped: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      assert.ok(!type.isError, `not PromQL at ${from}: ${text}`)
      if (type.name === 'GroupingLabels')
        grouped.push(...node.getChildren('LabelName').map((label) => text.slice(label.from, label.to)))
      if (type.name !== 'VectorSelector') return
      const part = text.slice(from, to)
      const matchers = [...part.matchAll(/([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)]
      selectors.push({
        metric: /^[a-z_:0-9]+/.exec(part)?.[0] ?? '',
        labels: matchers.map(([, label = '']) => label),
        routes: matchers.flatMap(([, label, operator, value = '']) =>
          label === 'route' && /^!?=$/.test(operator ?? '') ? [value] : [],
        ),
      })
    },
  })
  return { selectors, grouped }
}

/** The metrics of a standby are there, whether or not it is. */
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'

describeService('dashboards and alerts', { DATABASE_URL: nowhere, DATABASE_READ_URL: `${nowhere}2` }, ({ service }) => {
  /** The labels of each series of /metrics, by its name. */
  let exposed: Map<string, readonly string[]>

  before(async () => {
    const { deps } = service
    registerDatabaseMetrics(deps)
    registerQueueMetrics(deps.metrics, deps.db)
    registerConfigurationMetrics(deps.metrics, deps.config)
    const background = await startBackground(deps)
    // Sweeps make their counters when they first run.
    const isThere = async () => deps.metrics.getSingleMetric('order_expiry_failures_total') !== undefined
    await until(isThere, 'the counters of sweeps')
    await background.stop()
    exposed = new Map(
      deps.metrics.getMetricsAsArray().flatMap((metric): [string, readonly string[]][] => {
        const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] }
        if (!(metric instanceof Histogram)) return [[name, labelNames]]
        return [
          [`${name}_bucket`, [...labelNames, 'le']],
          [`${name}_sum`, labelNames],
          [`${name}_count`, labelNames],
        ]
      }),
    )
    exposed.set('up', [])
  })

  it('every expression is PromQL, and names metrics, labels and routes that the service has', () => {
    assert.ok(expressions.length > 50)
    /** Prometheus adds these to each series. */
    const ofTarget = ['job', 'instance']
    for (const { place, text } of expressions) {
      const { selectors, grouped } = readExpression(text)
      assert.ok(selectors.length > 0, `${place}: no metric in ${text}`)
      const all = [...ofTarget]
      for (const { metric, labels, routes } of selectors) {
        const known = exposed.get(metric)
        assert.ok(known, `${place}: no metric ${metric}`)
        all.push(...known)
        for (const label of labels)
          assert.ok(known.includes(label) || ofTarget.includes(label), `${place}: ${metric} has no label ${label}`)
        for (const route of routes)
          assert.ok(
            ['GET', 'POST'].some((method) => service.app.hasRoute({ method, url: route })),
            `${place}: no route ${route}`,
          )
      }
      for (const label of grouped) assert.ok(all.includes(label), `${place}: nothing has a label ${label}`)
    }
  })

  it('every metric of the service that it names itself is on a dashboard', () => {
    const named = new Set(expressions.flatMap(({ text }) => readExpression(text).selectors.map(({ metric }) => metric)))
    const ofNode = /^(nodejs|process)_/
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    const shown = new Set([...named].map(base))
    const missing = [...exposed.keys()].map(base).filter((name) => !(ofNode.test(name) || shown.has(name)))
    // The same figure as database_oldest_snapshot_seconds, and the number of a rate that is there.
    assert.deepEqual([...new Set(missing)], ['webhook_oldest_transaction_seconds', 'webhook_deliveries_claimed_total'])
  })
})

it('every alert has a page of the runbook, and every page an alert', () => {
  const headings = [...read('docs/operations/runbook.md').matchAll(/^## (.+)$/gm)].map(([, text]) => text)
  assert.deepEqual(
    headings,
    alerts.map(({ alert }) => alert),
  )
  for (const { alert, labels, annotations } of alerts) {
    const page = `{{ $externalLabels.guide }}/operations/runbook#${alert.toLowerCase()}`
    assert.deepEqual([annotations['runbook_url'], typeof annotations['summary']], [page, 'string'], alert)
    assert.ok(annotations['description'], alert)
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
  }
})

it('every alert has a test in which it is raised and one in which it is not', () => {
  const { tests } = parse(read('deploy/prometheus/alerts.test.yml')) as { tests: AlertTest[] }
  const checks = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  for (const { alert } of alerts) {
    const raised = checks.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length > 0)
    assert.deepEqual(new Set(raised), new Set([true, false]), alert)
  }
})

it('panels of a dashboard have ids of their own and do not overlap', () => {
  assert.equal(new Set(dashboards.map(({ uid }) => uid)).size, dashboards.length)
  for (const { file, panels } of dashboards) {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, file)
    const taken = new Set<string>()
    for (const { title, gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(x < 24 && !taken.has(`${x},${y}`), `${file}: ${title} overlaps`)
          taken.add(`${x},${y}`)
        }
  }
})
