import assert from 'node:assert/strict'
import { it } from 'node:test'
import { creditorReference, readBic, readIban } from './creditor-reference.ts'

it('a creditor reference has the check digits of ISO 11649', () => {
  assert.equal(creditorReference('539007547034'), 'RF18539007547034')
  assert.equal(creditorReference('5390 0754 7034'), 'RF18539007547034')
  // Its own check: moved to the end, the number leaves 1 of 97, as that of an IBAN does.
  assert.match(creditorReference('261121-7K3M9Q'), /^RF\d{2}2611217K3M9Q$/)
  assert.equal(creditorReference(`${'9'.repeat(30)}A`).length, 25)
})

it('an IBAN is read in any spacing and case, and refused with other check digits', () => {
  assert.equal(readIban('gb82 west 1234 5698 7654 32'), 'GB82WEST12345698765432')
  assert.equal(readIban('DE02120300000000202051'), 'DE02120300000000202051')
  assert.equal(readIban('DE03120300000000202051'), undefined)
  assert.equal(readIban('DE0212030000000020205'), undefined)
  assert.equal(readIban('0212030000000020205112'), undefined)
})

it('a BIC has 8 or 11 characters', () => {
  assert.equal(readBic('byla de m1 001'), 'BYLADEM1001')
  assert.equal(readBic('DEUTDEFF'), 'DEUTDEFF')
  assert.equal(readBic('DEUTDEFF5'), undefined)
})
