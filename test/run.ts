/**
 * Starts one PostgreSQL, runs node's test runner over all test files (or those given as arguments) against it, stops it. A
 * run of everything fails if a documented status was seen by no test, and names it.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '#test/support/database.ts'
import { unseenStatuses } from '#test/support/status-coverage.ts'

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('--'))
const paths = given.filter((argument) => !argument.startsWith('--'))
const files =
  paths.length > 0
    ? paths
    : globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/*.test.ts'])

const server = await startTestServer()
const statusFolder = mkdtempSync(join(tmpdir(), 'commerce-statuses-'))
const runner = spawn(process.execPath, ['--test', '--test-timeout=120000', ...options, ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'test',
    TEST_SERVER_URL: server.adminUrl,
    TEST_TEMPLATE: server.template,
    TEST_STATUS_DIR: statusFolder,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
runner.on('exit', async (code) => {
  await server.stop()
  const unseen = paths.length === 0 && code === 0 ? unseenStatuses(statusFolder) : []
  rmSync(statusFolder, { recursive: true, force: true })
  if (unseen.length > 0) process.stderr.write(`documented, and seen by no test:\n  ${unseen.join('\n  ')}\n`)
  process.exit(unseen.length > 0 ? 1 : (code ?? 1))
})
