import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { invitation } from '#src/modules/merchants/staff/letters.ts'
import { startMailServer } from '#test/support/smtp-server.ts'
import { createMailer, MailRefused, writeLetter } from './index.ts'

const link = 'https://shop.example/account/verify-email#token=secret'
const mail = {
  id: '01890000-0000-7000-8000-000000000000',
  to: 'ada@example.com',
  link,
  document: writeLetter(invitation, { merchant: '<b>Smith & "Sons"</b>', role: 'viewer' }, link, { locale: 'en' }),
}
const { subject } = mail.document

async function sendInto(t: TestContext, production: boolean, more: { sender?: string; replyTo?: string } = {}) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'commerce-mail-'))
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }))
  const lines: object[] = []
  const config = { MAIL: true, SMTP_URL: undefined, MAIL_FROM: 'Shop <shop@shop.example>', DATA_DIR, production }
  await createMailer(config, { info: (line: object) => void lines.push(line) }).send({ ...mail, ...more })
  const file = join(DATA_DIR, 'mail', `${mail.id}.eml`)
  return { lines, file, folder: await readdir(join(DATA_DIR, 'mail')), source: await readFile(file, 'utf8') }
}

it('without SMTP_URL, development writes the mail to a private file and the link to the log', async (t) => {
  const { lines, file, folder, source } = await sendInto(t, false)
  assert.deepEqual(folder, [`${mail.id}.eml`])
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual(lines, [{ file, subject, to: mail.to, link }])
  assert.match(source, /^To: ada@example\.com\r$/m)
  assert.match(source, /^Message-ID: <01890000-0000-7000-8000-000000000000@shop\.example>\r$/m)
})

it('without SMTP_URL, production logs neither recipient nor link', async (t) => {
  const { lines, file } = await sendInto(t, true)
  assert.deepEqual(lines, [{ file, subject }])
})

it('with MAIL=off nothing is sent or written, and the log has the subject only', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'commerce-mail-'))
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }))
  const lines: object[] = []
  const config = {
    MAIL: false,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    DATA_DIR,
    production: true,
  }
  await createMailer(config, { info: (line: object) => void lines.push(line) }).send(mail)
  assert.deepEqual([await readdir(DATA_DIR), lines], [[], [{ subject }]])
})

it('a mail that the server does not take is told by its codes, without the recipient', async (t) => {
  const server = await startMailServer()
  t.after(() => server.close())
  const config = { MAIL: true, SMTP_URL: server.url, MAIL_FROM: 'shop@shop.example', DATA_DIR: '', production: true }
  const { send } = createMailer(config, { info: () => {} })
  for (const status of [550, 451]) {
    server.refuseWith(status)
    // No path of a checkout has this name in it, as traces show where files are.
    const error = await send({ ...mail, to: 'recipient-of-this-mail@example.com' }).then(
      () => assert.fail('the mail was taken'),
      (fault: Error) => fault,
    )
    assert.equal(error instanceof MailRefused, status === 550)
    const { message, stack } = (error.cause ?? error) as Error
    assert.equal(message, `the mail server answers ${status} 5.1.1 to RCPT TO`)
    assert.doesNotMatch(`${error.message} ${error.stack} ${stack}`, /recipient-of-this-mail/)
  }
})

it('names that merchants chose appear as text, never as HTML', async (t) => {
  const { source } = await sendInto(t, false)
  const whole = source.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const [, text, html] = whole.split('Content-Type: text/')
  assert.match(text ?? '', /<b>Smith & "Sons"<\/b>/)
  assert.doesNotMatch(html ?? '', /<b>/)
})

it('a shop sends in its name, and is answered at its address; the sender stays the platform', async (t) => {
  const { source } = await sendInto(t, true, { sender: 'Lantern & Loom', replyTo: 'help@lantern.example' })
  assert.match(source, /^From: "Lantern & Loom" <shop@shop\.example>\r$/m)
  assert.match(source, /^Reply-To: help@lantern\.example\r$/m)
})

it('no name and no address of a shop adds a header, a recipient or a body', async (t) => {
  const attack = 'Evil\r\nBcc: victim@example.com\r\n\r\n<b>body</b>\u0000\u2028'
  const names = [attack, '"quoted" <spoof@bank.example>, x', '=?utf-8?q?=0d=0aBcc=3a_v@example.com?=', '', '\u202E']
  for (const sender of names) {
    const { source } = await sendInto(t, true, { sender, replyTo: `help@lantern.example\r\nBcc: v@example.com, b@x.y` })
    const [head = ''] = source.split('\r\n\r\n', 1)
    const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
    const fields = headers.map((line) => line.split(':', 1)[0]?.toLowerCase())
    assert.deepEqual(new Set(fields).size, fields.length, sender)
    assert.ok(!fields.includes('bcc') && !fields.includes('cc'), sender)
    assert.ok(headers.includes('To: ada@example.com'), sender)
    assert.match(headers.find((line) => line.startsWith('From:')) ?? '', /<?shop@shop\.example>?$/)
  }
})
