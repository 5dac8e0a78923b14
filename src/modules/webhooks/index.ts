// The engine has a door of its own, engine/engine.ts: what it sends with is loaded only where deliveries are made.

export { registerQueueMetrics } from './deliveries/metrics.ts'
export { webhooksBackground } from './jobs.ts'
