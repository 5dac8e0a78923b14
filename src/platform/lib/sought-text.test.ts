import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readOrderNumber, readSoughtText, withoutMark } from './sought-text.ts'

describe('what a person types to find somebody', () => {
  it('is a phone number in whatever form', () => {
    const phones: [string, string | undefined][] = [
      ['+44 20 7946 0958', '442079460958'],
      ['+44 (0)20 7946 0958', '442079460958'],
      ['0044 20 7946 0958', '442079460958'],
      ['(020) 7946-0958', '2079460958'],
      ['06 1234 5678', '612345678'],
      ['０２０ ７９４６ ０９５８', '2079460958'],
      ['7946', undefined],
      ['SW1A 1AA', undefined],
      ['261121-7K3M9Q', undefined],
    ]
    for (const [text, phone] of phones) assert.equal(readSoughtText(text).phone, phone, text)
  })

  it('is words, and letters and digits alone', () => {
    assert.deepEqual(readSoughtText(' Ada  Lovelace '), { words: ['Ada', 'Lovelace'], squeezed: 'adalovelace' })
    assert.equal(readSoughtText('sw1a 1aa').squeezed, 'sw1a1aa')
    assert.deepEqual(readSoughtText('a-'), { words: ['a-'] })
    assert.deepEqual(readSoughtText('a b c d e f').words, ['a b c d e f'])
  })

  it('is an order number with and without its marks', () => {
    for (const text of ['#261121-7K3M90', '# 261121-7k3m9o', '2611217K3M90', '261121 7K3M90', '261121–7K3M9O'])
      assert.equal(readOrderNumber(withoutMark(text)), '261121-7K3M90', text)
    assert.equal(withoutMark('#'), '#')
    assert.equal(readOrderNumber('7k3mil'), '7K3M11')
  })
})
