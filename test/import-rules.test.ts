import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const rules = (createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] })
  .forbidden

/** For each rule one file that breaks it, by what it imports. Files that are only imported are empty. */
const violations: Record<string, [file: string, imported: string]> = {
  'no-cycles': ['src/modules/carts/a.ts', './b.ts'],
  'platform-knows-no-floor-above': ['src/platform/http/health.ts', '#src/modules/orders/index.ts'],
  'platform-does-not-climb-to-audit': ['src/platform/http/auth/staff.ts', '#src/platform/audit/index.ts'],
  'modules-know-no-floor-above': ['src/modules/settlement/jobs.ts', '#src/config/config.ts'],
  'app-is-imported-by-entries': ['src/modules/checkout/place/place-order.ts', '#src/app/dependencies.ts'],
  'modules-through-their-index': ['src/modules/carts/check-out.ts', '#src/modules/checkout/place/place-order.ts'],
  'shared-queries-are-joined': ['src/modules/carts/read-cart.ts', '#src/modules/catalog/shared-queries.ts'],
  'app-uses-public-parts-of-modules': ['src/app/start.ts', '#src/modules/checkout/place/place-order.ts'],
  'pricing-knows-no-order': ['src/modules/pricing/price-order.ts', '#src/modules/orders/index.ts'],
  'orders-know-no-settlement': ['src/modules/orders/order-events.ts', '#src/modules/settlement/index.ts'],
  'settlement-knows-no-checkout': ['src/modules/settlement/pay/pay-with-value.ts', '#src/modules/checkout/index.ts'],
  'fastify-stays-in-routes': ['src/modules/settlement/pay/pay-order.ts', 'fastify'],
  'queries-know-no-schema': ['src/modules/orders/queries.ts', './order-schemas.ts'],
  'rules-are-pure': ['src/modules/orders/rules.ts', '#src/platform/db/pool/pool.ts'],
  'sql-stands-in-queries': ['src/modules/settlement/change/change-status.ts', 'kysely'],
  'lib-is-pure': ['src/platform/lib/money.ts', '#src/platform/db/pool/pool.ts'],
  'routes-are-loaded-by-their-module': ['src/modules/orders/index.ts', './routes.ts'],
  'modules-are-listed-by-app': ['src/app/background.ts', '#src/modules/orders/module.ts'],
  'search-dashboard-and-site-are-leaves': ['src/modules/catalog/list.ts', '#src/modules/search/index.ts'],
  'business-knows-no-webhooks': ['src/modules/catalog/events.ts', '#src/modules/webhooks/index.ts'],
  'packages-stand-alone': ['packages/client/client.ts', '../../src/platform/lib/cursor.ts'],
  'embedded-postgres-is-one-function': ['src/app/database.ts', '#src/platform/embedded-postgres/cluster.ts'],
  'embedded-postgres-stands-alone': ['src/platform/embedded-postgres/server.ts', '#src/platform/lib/ids.ts'],
  'no-orphans': ['src/modules/catalog/forgotten.ts', ''],
}

describe('the import rules', () => {
  it('are the rules that CONTRIBUTING.md states', () => {
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const stated = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(stated.filter((name) => name?.includes('-')).sort(), rules.map(({ name }) => name).sort())
  })

  it('have one violation each in this test', () => {
    assert.deepEqual(Object.keys(violations).sort(), rules.map(({ name }) => name).sort())
  })

  for (const form of ['import', 'import type'] as const) {
    it(`are reported when broken by \`${form}\``, async (t) => {
      const house = mkdtempSync(join(tmpdir(), 'commerce-imports-'))
      t.after(() => rmSync(house, { recursive: true, force: true }))
      for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
        cpSync(join(root, file), join(house, file))
      symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
      const texts = new Map<string, string>([['src/modules/carts/b.ts', line(form, './a.ts')]])
      for (const [file, imported] of Object.values(violations)) {
        if (imported.startsWith('#src/')) addEmpty(texts, imported.slice(1))
        if (imported.startsWith('.')) addEmpty(texts, join(dirname(file), imported))
        texts.set(file, `${texts.get(file) ?? ''}${imported === '' ? '' : line(form, imported)}`)
      }
      for (const [file, text] of texts) {
        mkdirSync(dirname(join(house, file)), { recursive: true })
        writeFileSync(join(house, file), `${text}export type Used = object\n`)
      }
      const reported = await cruise(house)
      // A type of a driver may be named anywhere; only building SQL is bound to queries.
      const expected = rules
        .map(({ name }) => name)
        .filter((name) => form === 'import' || name !== 'sql-stands-in-queries')
      for (const name of expected) {
        const [file] = violations[name] ?? []
        assert.ok(reported.has(`${name} ${file}`), `${name} is not reported for ${file}`)
      }
    })
  }
})

function addEmpty(texts: Map<string, string>, file: string): void {
  if (!texts.has(file)) texts.set(file, '')
}

function line(form: string, imported: string): string {
  const name = imported.replace(/\W/g, '_')
  return form === 'import'
    ? `import * as ${name} from '${imported}'\nexport const use${name} = ${name}\n`
    : `import type * as ${name} from '${imported}'\nexport type Use${name} = typeof ${name}\n`
}

/** Names of broken rules, each with the file that breaks it. */
function cruise(cwd: string): Promise<Set<string>> {
  const program = join(root, 'node_modules/.bin/depcruise')
  const args = [program, 'src', 'packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (stdout === '') return reject(error ?? new Error(stderr))
      const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } }
      resolve(new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`)))
    })
  })
}
