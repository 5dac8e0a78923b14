import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 26, 10, 0, 0)
const hour = 3_600_000

describe('readRetryAfter', () => {
  const kept: Record<string, number> = {
    '1': 1_000,
    '120': 120_000,
    '3600': hour,
    'Thu, 26 Nov 2026 10:02:00 GMT': 120_000,
    'Thursday, 26-Nov-26 10:02:00 GMT': 120_000,
    'Thu Nov 26 10:02:00 2026': 120_000,
    'Tue, 24 Nov 2026 10:02:00 GMT': Number.NaN,
  }
  it('keeps seconds, and dates in the three forms of HTTP', () => {
    for (const [text, waitMs] of Object.entries(kept))
      assert.equal(readRetryAfter(text, now), Number.isNaN(waitMs) ? undefined : waitMs, text)
  })

  it('takes more than an hour for an hour', () => {
    for (const text of ['3601', '7200', '86400', 'Thu, 26 Nov 2026 23:00:00 GMT'])
      assert.equal(readRetryAfter(text, now), hour, text)
  })

  it('ignores what is no time to come, or more than a day away', () => {
    const absurd = [
      ...[
        '',
        ' ',
        '0',
        '-1',
        '-86400',
        '1.5',
        '1e3',
        '+5',
        '0x10',
        '5 s',
        '١٢',
        '86401',
        '9'.repeat(9),
        '9'.repeat(400),
      ],
      ...['soon', 'never', 'Infinity', 'NaN', 'null', '10:02', '2026-11-26T10:02:00Z', '26 Nov 2026 10:02:00 GMT'],
      ...['Thu, 26 Nov 2026 09:59:59 GMT', 'Thu, 26 Nov 2026 10:00:00 GMT', 'Fri, 26 Nov 2027 10:02:00 GMT'],
      ...[
        'Thu, 99 Nov 2026 10:02:00 GMT',
        'Thu, 26 Nov 2026 99:99:99 GMT',
        'Thu',
        'Thu soon',
        `Thu${' '.repeat(9_000)}`,
      ],
      'Thu, 01 Jan 1970 00:00:00 GMT',
    ]
    for (const text of absurd) assert.equal(readRetryAfter(text, now), undefined, text.slice(0, 40))
  })
})
