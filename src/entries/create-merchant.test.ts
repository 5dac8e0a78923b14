import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { createMerchant } from '#test/support/process.ts'

describeService('create-merchant', ({ service }) => {
  const run = (args: string[], environment: Record<string, string> = {}) =>
    createMerchant(args, { DATABASE_URL: service.databaseUrl, ...environment })

  it('create-merchant makes a merchant and invites its owner; with --merchant-id it invites again', async () => {
    const ownerEmail = `${unique('owner')}@example.com`
    const invitations = () =>
      service.deps.db
        .selectFrom('invitations')
        .select(['id', 'merchant_id', 'role'])
        .where('email', '=', ownerEmail)
        .execute()
    const result = await run(['--name', 'Second Shop', '--currency', 'EUR', '--owner-email', ownerEmail])
    assert.deepEqual([result.code, result.stderr], [0, ''])
    const merchantId = /merchant (\S+)/.exec(result.stdout)?.[1] ?? ''
    const [first] = await invitations()
    assert.deepEqual([first?.merchant_id, first?.role], [merchantId, 'owner'])
    const again = await run(['--merchant-id', merchantId, '--owner-email', ownerEmail])
    assert.deepEqual([again.code, again.stdout], [0, result.stdout])
    const after = await invitations()
    assert.deepEqual([after.length, after[0]?.merchant_id], [1, merchantId])
    assert.notEqual(after[0]?.id, first?.id)
  })

  it('create-merchant with wrong arguments exits 2 and names each', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /missing: --name, --currency, --owner-email/],
      [['--name', 'X', '--currency', 'GBP'], /missing: --owner-email/],
      [['--name', 'X', '--currency', 'pound', '--owner-email', 'nobody'], /currency must be .*owner-email must be/],
      [['--merchant-id', 'x'], /missing: --owner-email/],
      [['--merchant-id', 'x', '--name', 'X', '--owner-email', 'a@example.com'], /names a merchant that exists/],
      [['--merchant-id', 'x', '--owner-email', 'a@example.com'], /merchant not found/],
      [['--colour', 'red'], /--colour/],
    ]
    for (const [args, message] of wrong) {
      const result = await run(args)
      assert.equal(result.code, 2)
      assert.match(result.stderr, message)
    }
  })

  it('create-merchant with a database that cannot be reached exits 1 at once and names DATABASE_URL', async () => {
    const args = ['--name', 'X', '--currency', 'GBP', '--owner-email', `${unique('x')}@example.com`]
    const result = await run(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' })
    assert.deepEqual([result.code, result.stdout], [1, ''], 'waits for nothing')
    assert.match(result.stderr, /DATABASE_URL/)
  })
})
