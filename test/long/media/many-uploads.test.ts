import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { makePicture } from '#test/support/pictures.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { signInOwner } from '#test/support/terminal.ts'

const uploads = 200
/** Behind the picture, where decoders read no more. */
const padding = 4 * 1_048_576
/** A sixth of what was sent; the process that decodes has memory of its own. */
const maxGrowth = 128 * 1_048_576

test('200 uploads at once are all answered 201, in memory that does not grow with them', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const environment = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url, DEMO_DATA: 'false' }
  const service = await startProcess(t, environment)
  const headers = { ...(await signInOwner(service)), 'content-type': 'image/jpeg' }
  const picture = await makePicture('jpeg', { width: 700, height: 500 })
  const upload = async () => {
    const body = Buffer.concat([picture, randomBytes(padding)])
    return (await fetch(`${service.url}/admin/media`, { method: 'POST', headers, body })).status
  }
  assert.equal(await upload(), 201)

  const begun = await residentBytes(service.child.pid)
  let max = begun
  let waited = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      max = Math.max(max, await residentBytes(service.child.pid))
      const from = performance.now()
      await fetch(`${service.url}/health/live`)
      waited = Math.max(waited, performance.now() - from)
    }
  })()
  const statuses = await Promise.all(Array.from({ length: uploads }, upload))
  over = true
  await watching
  assert.deepEqual([...new Set(statuses)], [201])
  t.diagnostic(`memory ${mb(begun)} MB before, ${mb(max)} at most; the slowest other request ${Math.round(waited)} ms`)
  assert.ok(max - begun < maxGrowth, `from ${mb(begun)} to ${mb(max)} MB`)
})

const mb = (bytes: number) => Math.round(bytes / 1_048_576)

async function residentBytes(pid = 0): Promise<number> {
  const [, kilobytes = ''] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
