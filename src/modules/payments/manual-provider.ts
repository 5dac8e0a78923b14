import type { PaymentProvider } from './provider.ts'

/** Money that staff takes, or gives back, by hand: it is only recorded. */
export const manualProvider: PaymentProvider = {
  name: 'manual',
  methods: ['manual'],
  usedBy: 'staff',
  settlesAtOnce: true,
  charge: async () => ({ status: 'succeeded', reference: null }),
  find: async () => ({ status: 'succeeded', reference: null }),
  refund: async () => ({ status: 'succeeded', reference: null }),
}
