import assert from 'node:assert/strict'
import { differences } from '#test/upgrade/recount.ts'
import { startTestApp, type TestApp } from './app.ts'

/** A service whose counts and figures, once its tests are done, must be what its rows say. */
export async function startRecountedApp(): Promise<TestApp & { close(): Promise<void> }> {
  const service = await startTestApp()
  return {
    ...service,
    async close() {
      assert.deepEqual(await differences(service.databaseUrl).finally(() => service.close()), {})
    },
  }
}
