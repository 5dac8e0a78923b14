import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { type VerificationFailure, verify as verifyInNode, WebhookVerificationError } from './verify.ts'
import { verify as verifyOnTheWeb } from './web.ts'

const secret = 'whsec_VGhpcyBzZWNyZXQgc3RhbmRzIGluIGEgdGVzdCE='
const timestamp = 1_760_000_000
const options = { now: () => timestamp * 1000 }
/** For deliveries with X-Service-Signature only. */
const lenient = { ...options, allowMissingTimestamp: true }

function envelope(id: string = randomUUID()) {
  return { id, event: 'order.created', created: timestamp, data: { order: { note: 'Grüße ✓' } }, api_version: 'v1' }
}

/** Signed by the standardwebhooks package, not by our code. */
function standardHeaders(body: Buffer, key = secret, at = timestamp): Record<string, string> {
  const signature = new Webhook(key).sign('msg_1', new Date(at * 1000), body)
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': signature }
}

function serviceHeader(body: Buffer, key = secret): Record<string, string> {
  return { 'x-service-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` }
}

function refuses(reason: VerificationFailure, act: () => Promise<unknown>): Promise<void> {
  return assert.rejects(act, (error) => error instanceof WebhookVerificationError && error.reason === reason)
}

const event = envelope('evt_1')
const body = Buffer.from(JSON.stringify(event))

for (const [name, variant] of Object.entries({ 'in Node.js': verifyInNode, 'on Web Crypto': verifyOnTheWeb })) {
  describe(`verify ${name}`, () => {
    const verify = async (...given: Parameters<typeof verifyInNode>) => variant(...given)

    test('with a fixed Standard Webhooks test vector returns the envelope', async () => {
      const frozen = '{"id":"evt_1","event":"user.created","created":1760000000,"data":{},"api_version":"v1"}'
      const signature = new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), frozen)
      assert.equal(signature, 'v1,tD96oimy+ny8ZPLGQ8wyk4GENj+jgXJLxs1+xyVH7hg=')
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1760000000', 'webhook-signature': signature }
      assert.deepEqual(await verify(frozen, headers, secret, options), JSON.parse(frozen))
    })

    test('with either signature, or both, returns the envelope', async () => {
      assert.deepEqual(await verify(body, standardHeaders(body), secret, options), event)
      assert.deepEqual(await verify(body, serviceHeader(body), secret, lenient), event)
      assert.deepEqual(await verify(body, { ...standardHeaders(body), ...serviceHeader(body) }, secret, options), event)
    })

    test('accepts headers in any case, as arrays and as Headers, and the body as text', async () => {
      const shouted = Object.entries(standardHeaders(body)).map(([name, value]) => [name.toUpperCase(), [value]])
      assert.deepEqual(await verify(body.toString(), Object.fromEntries(shouted), secret, options), event)
      assert.deepEqual(await verify(new Uint8Array(body), new Headers(standardHeaders(body)), secret, options), event)
    })

    test('with several secrets, or several signatures, needs one match', async () => {
      const other = 'whsec_b3RoZXI='
      const [now, then] = [standardHeaders(body), standardHeaders(body, other)]
      const both = {
        ...now,
        'webhook-signature': `v1,AAAA v1a,BBBB ${then['webhook-signature']} ${now['webhook-signature']}`,
      }
      for (const known of [secret, other, [other, 'unrelated']]) assert.ok(await verify(body, both, known, options))
      assert.ok(await verify(body, serviceHeader(body, other), [secret, other], lenient))
    })

    test('during a rotation, with the old secret only, accepts webhook-signature', async () => {
      const current = 'whsec_bmV3'
      const headers = { ...standardHeaders(body), ...serviceHeader(body, current) }
      assert.ok(await verify(body, headers, secret, options))
    })

    test('with a secret that is not whsec_ base64 uses its UTF-8 bytes as the key', async () => {
      for (const plain of ['schlüssel', 'whsec_not base64!']) {
        const signature = new Webhook(Buffer.from(plain), { format: 'raw' }).sign('m', new Date(timestamp * 1000), body)
        const headers = { 'webhook-id': 'm', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
        assert.ok(await verify(body, headers, plain, options))
      }
    })

    test('with no signature refuses: missing_signature', async () => {
      await refuses('missing_signature', () => verify(body, {}, secret, options))
      const { 'webhook-id': _, ...incomplete } = standardHeaders(body)
      await refuses('missing_signature', () => verify(body, incomplete, secret, options))
    })

    test('with a signature that has no timestamp refuses unless told otherwise: missing_timestamp', async () => {
      await refuses('missing_timestamp', () => verify(body, serviceHeader(body), secret, options))
      // Not signed: whoever sends the delivery again may write any.
      const unsigned = { ...serviceHeader(body), 'webhook-timestamp': String(timestamp) }
      await refuses('missing_timestamp', () => verify(body, unsigned, secret, options))
      await refuses('missing_timestamp', () =>
        verify(body, serviceHeader(body), secret, { allowMissingTimestamp: false }),
      )
      assert.deepEqual(await verify(body, unsigned, secret, lenient), event)
    })

    test('with a byte changed anywhere refuses: signature_mismatch', async () => {
      const changed = Buffer.from(body)
      changed[3] = 0x21
      for (const headers of [standardHeaders(body), serviceHeader(body)]) {
        await refuses('signature_mismatch', () => verify(changed, headers, secret, lenient))
        await refuses('signature_mismatch', () => verify(body, headers, 'whsec_b3RoZXI=', lenient))
      }
      for (const name of ['webhook-id', 'webhook-timestamp']) {
        const headers = { ...standardHeaders(body), [name]: '1760000001' }
        await refuses('signature_mismatch', () => verify(body, headers, secret, options))
      }
      for (const value of ['', 'sha256=', 'nonsense', serviceHeader(body)['x-service-signature']?.toUpperCase()]) {
        const reason = value === '' ? 'missing_signature' : 'signature_mismatch'
        await refuses(reason, () => verify(body, { 'x-service-signature': value }, secret, lenient))
      }
    })

    test('with a forged timestamp on an old delivery refuses, although X-Service-Signature is valid', async () => {
      const headers = {
        ...standardHeaders(body, secret, 1),
        ...serviceHeader(body),
        'webhook-timestamp': String(timestamp),
      }
      await refuses('signature_mismatch', () => verify(body, headers, secret, options))
    })

    test('refuses timestamps outside the tolerance and accepts those within', async () => {
      const at = (seconds: number, toleranceSeconds?: number) => () =>
        verify(body, standardHeaders(body, secret, seconds), secret, {
          ...options,
          ...(toleranceSeconds !== undefined && { toleranceSeconds }),
        })
      assert.ok(await at(timestamp - 300)())
      assert.ok(await at(timestamp + 300)())
      await refuses('timestamp_too_old', at(timestamp - 301))
      await refuses('timestamp_too_new', at(timestamp + 301))
      await refuses('timestamp_too_old', at(timestamp - 11, 10))
      const unsigned = { ...serviceHeader(body), 'webhook-timestamp': 'yesterday' }
      await refuses('malformed_timestamp', () => verify(body, unsigned, secret, lenient))
    })

    test('with a signed body that is no envelope refuses: malformed_envelope', async () => {
      const { id: _, ...anonymous } = event
      for (const wrong of [
        '',
        'no json',
        '[]',
        'null',
        JSON.stringify(anonymous),
        JSON.stringify({ ...event, data: [] }),
      ]) {
        const bytes = Buffer.from(wrong)
        await refuses('malformed_envelope', () => verify(bytes, standardHeaders(bytes), secret, options))
      }
      const notUtf8 = Buffer.from([0x22, 0xff, 0x22])
      await refuses('malformed_envelope', () => verify(notUtf8, serviceHeader(notUtf8), secret, lenient))
    })

    test('without a secret throws a TypeError', async () => {
      for (const none of ['', [], ['a', '']]) await assert.rejects(verify(body, {}, none, options), TypeError)
    })
  })
}

describe('the package', () => {
  test('built and installed exports verify as JavaScript with types', (t) => {
    const project = mkdtempSync(join(tmpdir(), 'webhooks-package-'))
    t.after(() => rmSync(project, { recursive: true }))
    const installed = join(project, 'node_modules/@commerce-platform/webhooks')
    const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
    const tsc = here('../../node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '--project', here('tsconfig.json'), '--outDir', join(installed, 'dist')])
    copyFileSync(here('package.json'), join(installed, 'package.json'))
    assert.match(readFileSync(join(installed, 'dist/verify.d.ts'), 'utf8'), /export declare function verify\(/)
    const script = `import { verify } from '@commerce-platform/webhooks'
      process.stdout.write(verify(process.argv[1], JSON.parse(process.argv[2]), process.argv[3]).id)`
    const now = Math.floor(Date.now() / 1000)
    const args = [
      '--input-type=module',
      '--eval',
      script,
      body.toString(),
      JSON.stringify(standardHeaders(body, secret, now)),
      secret,
    ]
    assert.equal(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }), 'evt_1')
  })
})

describe('the example receiver, started as its README says', () => {
  let receiver: ChildProcess
  let url: string
  let output = ''

  before(async () => {
    const file = fileURLToPath(new URL('example-receiver.ts', import.meta.url))
    receiver = spawn(process.execPath, [file], {
      env: { ...process.env, PORT: '0', WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    while (!output.includes('\n')) await once(receiver.stdout ?? receiver, 'data')
    url = `http://127.0.0.1:${output.match(/port (\d+)/)?.[1]}/`
  })
  after(async () => {
    receiver.kill()
    await once(receiver, 'exit')
  })

  const post = async (bytes: Buffer, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body: new Uint8Array(bytes), headers })).status
  const now = () => Math.floor(Date.now() / 1000)
  const printed = async (text: string): Promise<void> => {
    while (!output.includes(text)) await once(receiver.stdout ?? receiver, 'data')
  }
  /** Events are printed in order: after this one, all earlier ones are. */
  const everythingPrinted = async (): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify(envelope(`evt_last_${randomUUID()}`)))
    await post(bytes, standardHeaders(bytes, secret, now()))
    await printed(JSON.parse(bytes.toString()).id)
  }

  test('POST with a valid signature answers 204 and handles the event', async () => {
    const bytes = Buffer.from(JSON.stringify(envelope('evt_valid')))
    assert.equal(await post(bytes, standardHeaders(bytes, secret, now())), 204)
    await printed('order.created evt_valid\n')
  })

  test('POST of the same event again, also at the same moment, answers 204 and handles it once', async () => {
    const bytes = Buffer.from(JSON.stringify(envelope('evt_twice')))
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => post(bytes, standardHeaders(bytes, secret, now()))),
    )
    assert.deepEqual(new Set(statuses), new Set([204]))
    await everythingPrinted()
    assert.equal(output.match(/evt_twice/g)?.length, 1)
  })

  test('POST with a mismatch answers 401 and handles nothing', async () => {
    const bytes = Buffer.from(JSON.stringify(envelope('evt_forged')))
    assert.equal(await post(bytes, standardHeaders(bytes, 'whsec_b3RoZXI=', now())), 401)
    assert.equal(await post(bytes, serviceHeader(bytes)), 401)
    assert.equal(await post(bytes, {}), 401)
    assert.equal(await post(bytes, standardHeaders(bytes, secret, now() - 600)), 401)
    await everythingPrinted()
    assert.doesNotMatch(output, /evt_forged/)
  })

  test('POST of more than 1 MiB answers 413', async () => {
    const bytes = Buffer.alloc(1_100_000)
    assert.equal(await post(bytes, serviceHeader(bytes)), 413)
  })
})
