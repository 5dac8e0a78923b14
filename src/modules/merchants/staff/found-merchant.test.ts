import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'
import { createFirstMerchant, createMerchant, inviteOwner } from './found-merchant.ts'
import { secretsReplaced } from './letters.ts'
import { mailOwners } from './mail-owners.ts'

describeService('merchants made by the operator', startMailedApp, ({ service }) => {
  let mail: TestMailServer
  before(async () => {
    mail = service.mail
  })

  const signIn = (path: string, email: string, password: string) =>
    service.request('POST', path, { headers: { 'device-id': 'desk' }, body: { email, password } })
  const accept = (token: string, password?: string) =>
    service.request('POST', '/user/invitations/accept', {
      headers: { 'device-id': 'desk' },
      body: { token, ...(password && { password }) },
    })

  it('createFirstMerchant by eight at once makes one, whose owner signs in with the given password', async () => {
    // Somebody has registered the address before.
    const squatter = await makeUser(service)
    const input = { name: 'First', currency: 'GBP', ownerEmail: squatter.email, password: 'demo-password' }
    const made = await Promise.all(Array.from({ length: 8 }, () => createFirstMerchant(service.deps, input)))
    const [merchantId, ...others] = made.filter((one) => one !== undefined)
    assert.deepEqual(others, [])
    const answer = await signIn('/admin/login', squatter.email, 'demo-password')
    assert.deepEqual([answer.body.user.merchant_id, answer.body.user.is_verified], [merchantId, true])
    assert.equal((await signIn('/user/login', squatter.email, squatter.password)).status, 401)
    assert.equal((await service.request('GET', '/user/profile', { headers: squatter.headers })).status, 401)
  })

  it('createMerchant invites the owner, who begins with the mailed token; inviteOwner replaces it', async () => {
    const ownerEmail = `${unique('new')}@example.com`
    const id = await createMerchant(service.deps, { name: 'Second & Sons', currency: 'JPY', ownerEmail })
    const first = await mail.mailTo(ownerEmail)
    assert.match(first.subject, /Second & Sons/)
    const otherCase = ownerEmail.replace('new', 'NEW')
    await inviteOwner(service.deps, id, otherCase)
    const second = await mail.mailTo(otherCase, ({ token }) => token !== first.token)
    assert.equal((await accept(first.token, 'a chosen password')).status, 400)
    const answer = await accept(second.token, 'a chosen password')
    assert.deepEqual(answer.body.data, { merchant: { id, name: 'Second & Sons' }, role: 'owner' })
    assert.equal((await signIn('/admin/login', ownerEmail, 'a chosen password')).body.user.merchant_id, id)
    await assert.rejects(inviteOwner(service.deps, id, ownerEmail), /has a role/)
  })

  it('createMerchant and inviteOwner with every field wrong name them all and write nothing', async () => {
    const input = { name: '\0', currency: 'POUND', ownerEmail: 'nobody' }
    await assert.rejects(createMerchant(service.deps, input), /name .*; currency .*; owner-email /)
    await assert.rejects(inviteOwner(service.deps, 'x', 'nobody'), /owner-email /)
    await assert.rejects(inviteOwner(service.deps, 'x', 'owner@example.com'), /merchant not found/)
  })

  it('mailOwners mails every owner of the merchant and nobody else, once the transaction has committed', async () => {
    const { id, owner } = await makeMerchant(service)
    const second = await makeStaff(service, id, 'owner')
    const manager = await makeStaff(service, id, 'manager')
    const send = (webhooks: number, isUndone = false) =>
      inTransaction(service.deps.db, async (transaction) => {
        await mailOwners(transaction, id, secretsReplaced, { apiKeys: 0, invitations: 0, webhooks })
        if (isUndone) throw new Error('undone')
      })
    await assert.rejects(send(3, true), /undone/)
    await send(4)
    const isIt = ({ subject }: { subject: string }) => subject === 'The keys of your shop were replaced'
    const mails = await Promise.all([owner, second].map(({ email }) => mail.mailTo(email, isIt)))
    for (const { source } of mails) assert.match(source, /secrets of 4 webhooks/)
    assert.deepEqual(
      mail.mails.filter((one) => isIt(one) && one.to.includes(manager.email)),
      [],
    )
  })
})
