import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isGtin } from './gtin.ts'

it('isGtin takes 8, 12, 13 and 14 digits with their check digit', () => {
  const right = ['96385074', '036000291452', '4006381333931', '10614141000415', '00000000']
  const wrong = ['96385075', '036000291453', '4006381333932', '10614141000416', '9638507', '400638133393', '']
  assert.deepEqual(right.filter(isGtin), right)
  assert.deepEqual(wrong.filter(isGtin), [])
  // Neighbours that are swapped, a digit that is another, blanks, other digits.
  assert.deepEqual(['4006381333913', '4006381333831', ' 96385074', '９６３８５０７４'].filter(isGtin), [])
})
