import assert from 'node:assert/strict'
import { it } from 'node:test'
import Stripe from 'stripe'
import { readNotification } from './notifications.ts'

const stripe = new Stripe('sk_test_nothing')
const [merchant_id, payment_id] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
const payload = JSON.stringify({
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', metadata: { merchant_id, payment_id } } },
})
const signedWith = (secret: string, timestamp?: number) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp !== undefined && { timestamp }) })
const read = (secrets: string[], signature: string | undefined) =>
  readNotification(stripe, secrets, Buffer.from(payload), signature)

it('a notification is read if it is signed with any of the secrets, and by nothing else', () => {
  const found = { about: 'late_charge', merchantId: merchant_id, paymentId: payment_id }
  for (const secret of ['whsec_one', 'whsec_two'])
    assert.deepEqual(read(['whsec_one', 'whsec_two'], signedWith(secret)), found)
  assert.equal(read(['whsec_one', 'whsec_two'], signedWith('whsec_three')), undefined)
  assert.equal(read(['whsec_one'], undefined), undefined)
  assert.equal(read([], signedWith('whsec_one')), undefined)
})
