export { dashboardBackground } from './jobs.ts'
