import type { InvoiceSender } from './sender.ts'

/**
 * A sender for development and tests, where there are test payments. It sends nothing, refuses buyers at
 * `refused.example`, and does not answer for those at `unreachable.example`.
 */
export function createTestSender(): InvoiceSender {
  return {
    name: 'test',
    async send({ id, email }) {
      const domain = email?.split('@').at(-1)
      if (domain === undefined) return { status: 'refused', failure: 'no_address' }
      if (domain === 'refused.example') return { status: 'refused', failure: 'receiver_unknown' }
      if (domain === 'unreachable.example') throw new Error('the network of this test does not answer')
      return { status: 'sent', reference: `test_${id}` }
    },
  }
}
