import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { background } from '#src/app/background.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { startMailServer } from '#test/support/smtp-server.ts'
import { createFirstMerchant, createMerchantWithOwner } from './found-merchant.ts'
import { mailOwners } from './mail-owners.ts'

describe('merchants made by the operator', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let jobs: Awaited<ReturnType<typeof runInBackground>>
  before(async () => {
    mail = await startMailServer()
    service = await startTestApp({ SMTP_URL: mail.url })
    jobs = await runInBackground(service.deps, background)
  })
  after(async () => {
    await jobs.stop()
    await service.close()
    await mail.close()
  })

  it('createFirstMerchant called by eight at once makes one merchant, whose owner can sign in', async () => {
    const email = `${unique('owner')}@example.com`
    const input = { name: 'First', currency: 'GBP', owner: { email, password: 'demo-password' } }
    const made = await Promise.all(Array.from({ length: 8 }, () => createFirstMerchant(service.deps.db, input)))
    const founded = made.filter((one) => one !== undefined)
    assert.equal(founded.length, 1)
    const answer = await service.request('POST', '/admin/login', {
      headers: { 'device-id': 'desk' },
      body: { email, password: 'demo-password' },
    })
    assert.equal(answer.body.user.merchant_id, founded[0]?.merchantId)
    assert.equal(answer.body.user.is_verified, true)
  })

  it('createMerchantWithOwner with an unknown address invites the owner by a link that sets the password', async () => {
    const email = `${unique('new')}@example.com`
    const { ownerIsNew } = await createMerchantWithOwner(service.deps.db, {
      name: 'Second & Sons',
      currency: 'JPY',
      owner: { email },
    })
    const invitation = await mail.mailTo(email)
    assert.equal(ownerIsNew, true)
    assert.match(invitation.subject, /Second & Sons/)
    assert.match(invitation.token, /^[\w-]{43}$/)
  })

  it('createMerchantWithOwner with a known address keeps the account and says so by mail', async () => {
    const user = await makeUser(service)
    const founded = await createMerchantWithOwner(service.deps.db, {
      name: 'Third',
      currency: 'EUR',
      owner: { email: user.email.toUpperCase(), password: 'another password' },
    })
    assert.deepEqual({ id: founded.ownerId, isNew: founded.ownerIsNew }, { id: user.id, isNew: false })
    assert.equal((await mail.mailTo(user.email, ({ subject }) => subject.includes('Third'))).token, '')
    const answer = await service.request('POST', '/user/login', {
      headers: { 'device-id': 'phone' },
      body: { email: user.email, password: user.password },
    })
    assert.equal(answer.status, 200)
  })

  it('createMerchantWithOwner with every field wrong names them all and writes nothing', async () => {
    const input = { name: '\0', currency: 'POUND', owner: { email: 'nobody' } }
    await assert.rejects(createMerchantWithOwner(service.deps.db, input), (error: Error) => {
      assert.match(error.message, /name .*; currency .*; owner-email /)
      return true
    })
  })

  it('mailOwners mails every owner of the merchant and nobody else, once the transaction has committed', async () => {
    const { id, owner } = await makeMerchant(service)
    const second = await makeStaff(service, id, 'owner')
    const manager = await makeStaff(service, id, 'manager')
    const data = {
      merchant: 'Shop',
      url: 'https://receiver.example/hook',
      reason: 'nothing was delivered for 24 hours',
    }
    const send = (reason: string) =>
      inTransaction(service.deps.db, async (transaction) => {
        await mailOwners(transaction, id, 'subscription_disabled', { ...data, reason })
        if (reason === 'undone') throw new Error(reason)
      })
    await assert.rejects(send('undone'))
    await send('dead')
    const isIt = ({ subject }: { subject: string }) => subject === 'A webhook subscription was switched off'
    const mails = await Promise.all([owner, second].map(({ email }) => mail.mailTo(email, isIt)))
    for (const { source } of mails) assert.match(source, /receiver\.example\/hook: dead/)
    assert.deepEqual(
      mail.mails.filter((one) => isIt(one) && one.to.includes(manager.email)),
      [],
    )
  })
})
