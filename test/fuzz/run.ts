/**
 * `npm run test:fuzz -- [--seconds 600] [--seed N]`: valid, nearly valid and hostile requests to every operation of the
 * contract by every kind of caller, against a service process of its own. The seed decides what is sent; which ids
 * stand in it depends on the answers before. Exits 1 if a fault was found, with the request that shows it.
 */
import { startTestApp, testSecretVariables } from '#test/support/app.ts'
import { startTestServer } from '#test/support/database.ts'
import { startProcess } from '#test/support/process.ts'
import { readCommandLine, readPositive, refuseWords } from '../../tools/command-line.ts'
import { fuzz } from './scenario.ts'

const { seconds, seed, requests } = readCommandLine(
  'npm run test:fuzz -- [--seconds 600] [--seed N] [--requests N]',
  {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: 'Infinity' },
  },
  ({ seconds, seed, requests }, words) => {
    refuseWords(words)
    return { seconds: readPositive('seconds', seconds), seed, requests: readPositive('requests', requests) }
  },
)
process.stdout.write(`seed ${seed}, ${seconds} seconds\n`)
const server = await startTestServer()
process.env['TEST_SERVER_URL'] = server.adminUrl
process.env['TEST_TEMPLATE'] = server.template
const service = await startTestApp()
// It is ended below, whatever comes about.
const untilTheEnd = { after: () => {} }
const started = await startProcess(untilTheEnd, {
  DATABASE_URL: service.databaseUrl,
  NODE_ENV: 'test',
  DEMO_DATA: 'false',
  ...testSecretVariables,
})
try {
  const { url: origin } = started
  const report = await fuzz({
    seed,
    origin,
    service,
    requests,
    durationMs: seconds * 1_000,
    atOnce: 8,
    slowestMs: 5_000,
  })
  const ended = await started.end('SIGTERM')
  if (ended !== 0) report.broken('the process ends with 0 when it is told to', [ended, started.output().slice(-2_000)])
  process.stdout.write(`${report.text()}\n`)
  process.exitCode = report.faults() > 0 ? 1 : 0
} finally {
  await started.end('SIGKILL')
  await service.close()
  await server.stop()
}
