import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { runAdmin } from '#test/support/process.ts'

describeService('stripe-account', ({ service }) => {
  const run = (...args: string[]) => runAdmin(['stripe-account', ...args], { DATABASE_URL: service.databaseUrl })

  it('sets the account of a merchant, or none, and notes it in the audit log', async () => {
    const { id, owner } = await makeMerchant(service)
    const accountOf = async () => {
      const query = service.deps.db.selectFrom('merchant_settings').select('stripe_account')
      return (await query.where('merchant_id', '=', id).executeTakeFirst())?.stripe_account
    }
    const set = await run(id, 'acct_1QxYz')
    assert.deepEqual([set.code, set.stderr, await accountOf()], [0, '', 'acct_1QxYz'])
    const cleared = await run(id, 'none')
    assert.deepEqual([cleared.code, await accountOf()], [0, null])
    const log = await service.request('GET', '/admin/audit-log', { headers: owner.headers })
    assert.deepEqual(
      log.body.data.items
        .filter(({ action }: { action: string }) => action === 'settings.updated')
        .map(({ changes, actor }: { changes: object; actor: { type: string } }) => [changes, actor.type]),
      [
        [{ stripe_account: ['acct_1QxYz', null] }, 'system'],
        [{ stripe_account: [null, 'acct_1QxYz'] }, 'system'],
      ],
    )
  })

  it('with wrong arguments exits 2 and says which', async () => {
    const { id } = await makeMerchant(service)
    const wrong: [string[], RegExp][] = [
      [[], /expected a merchant id/],
      [[id], /expected a merchant id, and acct_/],
      [[id, 'acct_'], /account must be the id of a Stripe account/],
      [[newId(), 'acct_1'], /merchant not found/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await run(...args)
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
  })
})
