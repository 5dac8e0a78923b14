export { cartsBackground } from './jobs.ts'
export { deleteCartsOfUser } from './queries.ts'
