export { searchChecks } from './checks.ts'
export { searchBackground } from './jobs.ts'
