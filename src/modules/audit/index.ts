export { auditBackground } from './jobs.ts'
