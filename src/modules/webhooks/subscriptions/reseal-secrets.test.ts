import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createSeal } from '#src/platform/lib/sealed.ts'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { openSecret } from '../sending/secrets.ts'
import { resealSecrets } from './reseal-secrets.ts'

describe('secrets after a change of JWT_SECRETS', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

  it('are sealed with the current key, previous ones too, and only once', async () => {
    const hook = await makeWebhook(service, await makeMerchant(service))
    const { secret } = (await hook.request('POST', '/rotate-secret')).body.data
    const row = () =>
      service.deps.db
        .selectFrom('webhook_subscriptions')
        .select(['secret', 'previous_secret', 'updated_at'])
        .where('id', '=', hook.id)
        .executeTakeFirstOrThrow()
    const before = await row()

    const fresh = { kid: 'fresh', secret: 'another secret of more than thirty-two characters' }
    const old = { kid: 'test', secret: 'a secret of more than thirty-two characters' }
    await resealSecrets.run({ ...service.deps, seal: createSeal([fresh, old]) })
    const renewed = await row()
    const freshOnly = createSeal([fresh])
    const open = (box: Buffer | null) => box && openSecret(freshOnly, hook.id, box)
    assert.deepEqual([open(renewed.secret), open(renewed.previous_secret)], [secret, hook.secret])
    assert.deepEqual(renewed.updated_at, before.updated_at)

    await resealSecrets.run({ ...service.deps, seal: createSeal([fresh, old]) })
    assert.deepEqual(await row(), renewed)
  })
})
