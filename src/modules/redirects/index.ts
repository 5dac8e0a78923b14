export { redirectMoved } from './manage-redirects.ts'
