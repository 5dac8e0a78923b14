import type { VatAnswer, VatRegister } from './vat-register.ts'

/** Maximum length of an answer, which usually has a few hundred bytes. */
const maxBytes = 65_536

/** The register of the European Commission, by its REST interface. */
export function createViesRegister(baseUrl: string): VatRegister {
  const url = `${baseUrl.replace(/\/$/, '')}/check-vat-number`
  return {
    async check(number, requester, signal) {
      const body = {
        countryCode: number.slice(0, 2),
        vatNumber: number.slice(2),
        ...(requester !== null && {
          requesterMemberStateCode: requester.slice(0, 2),
          requesterNumber: requester.slice(2),
        }),
      }
      // Only these requests load the HTTP client.
      const { request } = await import('undici')
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      return read(answer.statusCode, await textOf(answer.body))
    },
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the answer of the register is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** VIES reports a member state that does not answer as a fault with status 200. */
function read(statusCode: number, text: string): VatAnswer {
  const answer: { valid?: unknown; requestIdentifier?: unknown } = statusCode === 200 ? JSON.parse(text) : {}
  if (typeof answer.valid !== 'boolean') throw new Error(`the register of VAT numbers answered ${statusCode}`)
  const reference = answer.requestIdentifier
  return {
    status: answer.valid ? 'valid' : 'invalid',
    reference: typeof reference === 'string' && reference !== '' ? reference.slice(0, 200) : null,
  }
}
