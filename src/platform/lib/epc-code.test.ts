import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readPath, readPng, readQrCode } from '#test/support/qr-reader.ts'
import { creditorReference } from './creditor-reference.ts'
import { epcText } from './epc-code.ts'
import { qrCode, qrPath, qrPng } from './qr-code.ts'

const bank = { holder: 'Jürgen & Söhne GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }

it('has a line for each field of EPC069-12, and two decimals', () => {
  const head = ['BCD', '002', '1', 'SCT']
  const lines = (more: object) => epcText({ bank, amountMinor: 2_500, reference: null, ...more })?.split('\n')
  const account = ['BYLADEM1001', 'Jürgen & Söhne GmbH', 'DE02120300000000202051']
  assert.deepEqual(lines({}), [...head, ...account, 'EUR25.00'])
  const reference = creditorReference('261129-7K3M9Q')
  assert.deepEqual(lines({ reference, amountMinor: 5 }), [...head, ...account, 'EUR0.05', '', reference])
  assert.deepEqual(lines({ reference: '261129-7K3M9Q' })?.slice(7), ['EUR25.00', '', '', '261129-7K3M9Q'])
  assert.equal(lines({ bank: { ...bank, bic: null } })?.[4], '')
  assert.equal(lines({ bank: { ...bank, holder: `A\nB${'x'.repeat(90)}` } })?.[5]?.length, 70)
  assert.equal(lines({ amountMinor: 99_999_999_999 })?.[7], 'EUR999999999.99')
  for (const amountMinor of [0, 100_000_000_000]) assert.equal(lines({ amountMinor }), undefined)
})

it('is read back from its path and its picture', () => {
  for (const holder of ['A', bank.holder, 'ß'.repeat(70)]) {
    const text = epcText({ bank: { ...bank, holder }, amountMinor: 123_456, reference: 'Ä'.repeat(60) }) ?? ''
    const code = qrCode(text)
    assert.equal(readQrCode(code), text)
    const svg = `<svg viewBox="0 0 ${code.length} ${code.length}"><path d="${qrPath(code)}"/></svg>`
    assert.deepEqual([readPath(svg), readPng(qrPng(code))], [code, code])
  }
})
