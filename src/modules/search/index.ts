export { searchBackground } from './jobs.ts'
