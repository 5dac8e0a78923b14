import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'

export const live = {
  name: 'live',
  reads: ['events', 'event_log_heads'],
  routes: async () => ({ staff: [(await import('./routes.ts')).liveRoutes] }),
  docs: ['live'],
} satisfies Module<Dependencies>
