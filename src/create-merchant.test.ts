import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'

const program = new URL('./create-merchant.ts', import.meta.url).pathname

describe('create-merchant', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

  const run = (args: string[], environment: Record<string, string> = {}) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl, ...environment }
      const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      )
    })

  it('create-merchant with all arguments exits 0, and the owner can sign in to the merchant', async () => {
    const user = await makeUser(service)
    const result = await run(['--name', 'Second Shop', '--currency', 'EUR', '--owner-email', user.email])
    assert.deepEqual([result.code, result.stderr], [0, ''])
    const merchantId = /merchant (\S+)/.exec(result.stdout)?.[1]
    const admin = await service.request('POST', '/admin/login', {
      headers: { 'device-id': 'desk' },
      body: { email: user.email, password: user.password },
    })
    assert.deepEqual([admin.body.user.merchant_id, admin.body.user.role], [merchantId, 'owner'])
  })

  it('create-merchant with wrong arguments exits 2 and names each', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /missing: --name, --currency, --owner-email/],
      [['--name', 'X', '--currency', 'GBP'], /missing: --owner-email/],
      [['--name', 'X', '--currency', 'pound', '--owner-email', 'nobody'], /currency must be .*owner-email must be/],
      [['--colour', 'red'], /--colour/],
    ]
    for (const [args, message] of wrong) {
      const result = await run(args)
      assert.equal(result.code, 2)
      assert.match(result.stderr, message)
    }
  })

  it('create-merchant with a database that cannot be reached exits 1 and names DATABASE_URL', async () => {
    const args = ['--name', 'X', '--currency', 'GBP', '--owner-email', `${unique('x')}@example.com`]
    const result = await run(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' })
    assert.equal(result.code, 1)
    assert.match(result.stderr, /DATABASE_URL/)
  })
})
