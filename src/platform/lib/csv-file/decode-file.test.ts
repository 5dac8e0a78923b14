import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileDecoder } from './decode-file.ts'

function decode(file: Buffer, size: number): { text: string; encoding: string } {
  const decoder = fileDecoder('csv')
  const parts: Buffer[] = []
  for (let at = 0; at < file.length; at += size) parts.push(decoder.push(file.subarray(at, at + size)))
  parts.push(decoder.end())
  return { text: Buffer.concat(parts).toString(), encoding: decoder.encoding() }
}

const text = 'sku,name\r\nA,Łódź 日本 😀\r\nB,x\r\n'

describe('the text of a file', () => {
  it('is the same however the file is cut', () => {
    const files: [string, string, Buffer, string?][] = [
      ['utf-8', text, Buffer.from(text)],
      ['utf-8', `\ufeff${text}`, Buffer.from(`\ufeff${text}`)],
      ['utf-16le', text, Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['utf-16be', text, Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
      ['windows-1252', 'sku,name\nA,é – “x”\n', Buffer.from('sku,name\nA,é \u0096 \u0093x\u0094\n', 'latin1')],
      ['windows-1252', 'a,longer one,é', Buffer.from('a,longer one,é', 'latin1')],
      ['utf-8', 'a,b\n1,"2\n3"\n', Buffer.from('a,b\r1,"2\r3"\r')],
      ['utf-8', 'a\n', Buffer.from('a\r')],
      ['utf-8', '', Buffer.alloc(0)],
    ]
    for (const [encoding, expected, file] of files) {
      for (const size of [1, 2, 3, 5, 7, 8, 9, 1_000]) {
        assert.deepEqual(decode(file, size), { text: expected, encoding }, `${encoding} ${size}`)
      }
    }
  })

  it('that has begun as UTF-8 stays so: what is wrong in it is wrong', () => {
    const file = Buffer.concat([Buffer.from('name\né\n'), Buffer.from([0xff, 0x0a])])
    assert.equal(decode(file, 4).encoding, 'utf-8')
  })
})
