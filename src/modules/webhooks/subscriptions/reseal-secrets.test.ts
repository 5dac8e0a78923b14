import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storedAnswers } from '#src/platform/http/requests/idempotency-sweep.ts'
import { createSeal, type NamedSecret } from '#src/platform/lib/sealed.ts'
import { resealSweep } from '#src/platform/sweeps/reseal.ts'
import { testSecrets, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { openSecret } from '../sending/secrets.ts'
import { webhookSecrets } from './reseal-secrets.ts'

const fresh = { kid: 'fresh', secret: 'another secret of more than thirty-two characters' }

describeService('values sealed with an older key', ({ service }) => {
  const rowOf = (id: string) =>
    service.deps.db
      .selectFrom('webhook_subscriptions')
      .select(['secret', 'previous_secret', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  /** A background process with these SEAL_KEYS, and that of the tests as the last. */
  function processWith(keys: readonly NamedSecret[]) {
    const lines: unknown[][] = []
    const logger = { ...service.deps.logger, info: (...line: unknown[]) => void lines.push(line), error: () => {} }
    const sweep = resealSweep<typeof service.deps>([webhookSecrets, storedAnswers])
    const deps = {
      ...service.deps,
      seal: createSeal([...keys, ...testSecrets]),
      logger: logger as typeof service.deps.logger,
    }
    return { lines, run: () => sweep.run(deps) }
  }

  it('are sealed with the first of SEAL_KEYS, once; the log says when no other key is needed any more', async () => {
    const merchant = await makeMerchant(service)
    const hook = await makeWebhook(service, merchant)
    const headers = { ...merchant.owner.headers, 'idempotency-key': unique('key') }
    const rotate = await service.request('POST', `/admin/webhooks/${hook.id}/rotate-secret`, { headers })
    const before = await rowOf(hook.id)

    const process = processWith([fresh])
    await process.run()
    const renewed = await rowOf(hook.id)
    const freshOnly = createSeal([fresh])
    const open = (box: Buffer | null) => box && openSecret(freshOnly, hook.id, box)
    assert.deepEqual([open(renewed.secret), open(renewed.previous_secret)], [rotate.body.data.secret, hook.secret])
    assert.deepEqual(renewed.updated_at, before.updated_at)

    await process.run()
    assert.deepEqual(await rowOf(hook.id), renewed)
    const kept = { left: { 'answers kept for idempotency keys': 1 } }
    assert.deepEqual(process.lines, [[kept, 'values are still sealed with older keys; keep these configured']])

    await service.deps.db.deleteFrom('idempotency_keys').execute()
    await process.run()
    await process.run()
    const clean = ['every sealed value is sealed with the first of SEAL_KEYS; no other key is needed']
    assert.deepEqual(process.lines.slice(1), [clean])
  })

  it('of a key that is not configured stay and are counted, and hold up no other', async () => {
    const merchant = await makeMerchant(service)
    const [lost, other] = [await makeWebhook(service, merchant), await makeWebhook(service, merchant)]
    const unknown = createSeal([{ ...fresh, kid: 'lost' }]).seal(lost.secret, `webhook-secret:${lost.id}`)
    await service.deps.db
      .updateTable('webhook_subscriptions')
      .set({ secret: unknown })
      .where('id', '=', lost.id)
      .execute()
    const process = processWith([{ ...fresh, kid: 'next' }, fresh])
    await process.run()
    assert.deepEqual((await rowOf(lost.id)).secret, unknown)
    assert.notDeepEqual((await rowOf(other.id)).secret, other.secret)
    assert.deepEqual(process.lines[0]?.[0], { left: { 'webhook secrets': 1 } })
  })
})
