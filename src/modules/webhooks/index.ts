export { type DeliveryEngine, type EngineOptions, startDeliveryEngine } from './engine/engine.ts'
export { webhooksBackground } from './jobs.ts'
export { registerQueueMetrics } from './metrics.ts'
