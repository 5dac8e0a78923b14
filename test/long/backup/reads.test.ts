import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp, testSecretVariables } from '#test/support/app.ts'
import { writeDumpTools } from '#test/support/dump-tool.ts'
import { makeLargeShop } from '#test/support/large-shop.ts'
import { grown } from '#test/support/large-shop-people.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { tellPlans } from '#test/support/plans.ts'
import { runAdmin, temporaryFolder } from '#test/support/process.ts'
import { readsOnce } from '#test/support/reads-once.ts'
import { createEmptyDatabase } from '#test/upgrade/release.ts'

it('every read of a shop that was just restored reads a page, or each row once', async (t) => {
  const loader = await startTestApp()
  t.after(() => loader.close())
  const shop = await makeLargeShop(loader, grown, { analyzes: false })
  const [DATA_DIR, backups] = [await temporaryFolder(t), await temporaryFolder(t)]
  const PG_BIN = writeDumpTools(await temporaryFolder(t), '18.4')
  const environment = { ...testSecretVariables, DATA_DIR, PG_BIN, DATABASE_URL: loader.databaseUrl }
  const made = await runAdmin(['backup', '--to', backups, '--json'], environment)
  assert.equal(made.code, 0, made.stderr)
  const DATABASE_URL = await createEmptyDatabase((end) => t.after(() => end()))
  // Its checks find faults: no service made these rows.
  const restored = await runAdmin(['restore', '--from', backups], { ...environment, DATABASE_URL })
  assert.match(restored.stdout, /checks/, restored.stderr)

  await tellPlans(DATABASE_URL)
  const service = await startWatchedApp(DATABASE_URL)
  t.after(() => service.close())
  assertNone(await watchPlans(service, shop, await readsOnce(service.deps.db)).readEverything())
})
