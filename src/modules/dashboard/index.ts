export { figureChecks } from './checks.ts'
export { dashboardBackground } from './jobs.ts'
