import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'

export const agents = {
  name: 'agents',
  routes: async () => ({ public: [(await import('./mcp/routes.ts')).mcpRoutes] }),
} satisfies Module<Dependencies>
