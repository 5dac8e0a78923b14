export { cartsBackground } from './jobs.ts'
export { deleteCartsOfUser as forgetCarts } from './queries.ts'
