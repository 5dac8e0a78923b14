import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { invoiceSchema } from '@e-invoice-eu/core'
import { electronicAddress } from './electronic-address.ts'

const { codeLists } = (invoiceSchema as unknown as { $defs: { codeLists: Record<string, { enum: string[] }> } }).$defs
const of = (vat_id: string | null, email: string | null = null) => electronicAddress({ email, vat_id })

describe('the electronic address of a party', () => {
  it('is its e-mail, else its VAT number in the form of its scheme, else none', () => {
    assert.deepEqual(of('DE136695976', 'ada@example.com'), { scheme: 'EM', id: 'ada@example.com' })
    assert.deepEqual(of('DE136695976'), { scheme: '9930', id: 'DE136695976' })
    assert.deepEqual(of('SE556188840401'), { scheme: '0007', id: '5561888404' })
    assert.deepEqual(of('FI20774740'), { scheme: '0213', id: 'FI20774740' })
    assert.deepEqual(of('DK13585628'), { scheme: '0198', id: 'DK13585628' })
    assert.deepEqual(of('NO995525828MVA'), { scheme: '0192', id: '995525828' })
    assert.deepEqual(of('AU83914571673'), { scheme: '0151', id: '83914571673' })
    assert.deepEqual([of('XI980780684'), of('37/1'), of(null)], [undefined, undefined, undefined])
  })

  it('has a code of the list, for every two letters', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const schemes = letters.flatMap((one) => letters.flatMap((two) => of(`${one}${two}123456789012`)?.scheme ?? []))
    assert.equal(new Set(schemes).size, 40)
    assert.deepEqual(
      schemes.filter((scheme) => !codeLists['eas']?.enum.includes(scheme)),
      [],
    )
  })
})
