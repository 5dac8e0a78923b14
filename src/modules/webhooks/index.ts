// The engine has a door of its own, engine/engine.ts: what it sends with is loaded only where deliveries are made.
export { webhooksBackground } from './jobs.ts'
export { registerQueueMetrics } from './metrics.ts'
