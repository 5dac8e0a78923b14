export { paperChecks } from './checks.ts'
export { exportInvoices } from './export-own.ts'
export { papersBackground } from './jobs.ts'
export { createPaperRenderer, type PaperRenderer } from './render/renderer.ts'
