import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The whole message as it came: headers and both bodies. */
  source: string
  subject: string
  messageId: string
  /** The secret of the mail's link; empty if there is none. */
  token: string
}

/** A real mail server on a port of its own, that can refuse, be down, and come up again. */
export interface TestMailServer {
  url: string
  mails: ReceivedMail[]
  /** Answers the next recipients with this SMTP code; undefined accepts them. */
  refuseWith(code: number | undefined): void
  down(): Promise<void>
  up(): Promise<void>
  /** The first mail to this address that a predicate holds for, as soon as it has come. */
  mailTo(address: string, matches?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let refusal: number | undefined
  const port = await freePort()
  const start = async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        const refused = new Error(`5.1.1 <${address}>: recipient refused`)
        done(refusal === undefined ? null : Object.assign(refused, { responseCode: refusal }))
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          mails.push(toMail(Buffer.concat(chunks).toString(), session.envelope))
          done()
        })
      },
    })
    server.on('error', () => {}) // A client that breaks off; the test sees the mail missing.
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  let server: SMTPServer | undefined = await start()
  const down = async () => {
    const running = server
    server = undefined
    if (running) await new Promise<void>((resolve) => running.close(() => resolve()))
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith(code) {
      refusal = code
    },
    down,
    async up() {
      server ??= await start()
    },
    mailTo: (address, matches = () => true) =>
      until(() => mails.find((mail) => mail.to.includes(address) && matches(mail)), `a mail to ${address}`),
    close: down,
  }
}

function toMail(source: string, envelope: { mailFrom: unknown; rcptTo: { address: string }[] }): ReceivedMail {
  const head = (source.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  // Quoted-printable folds long lines and writes = as =3D.
  const plain = source.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return {
    from: (envelope.mailFrom as { address: string }).address,
    to: envelope.rcptTo.map((recipient) => recipient.address),
    source,
    subject: header('subject'),
    messageId: header('message-id'),
    token: /#token=([\w-]+)/.exec(plain)?.[1] ?? '',
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
