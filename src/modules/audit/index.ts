export { exportActions } from './export-actions.ts'
export { auditBackground } from './jobs.ts'
