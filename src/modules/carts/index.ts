export { exportCarts } from './export-carts.ts'
export { cartsBackground } from './jobs.ts'
export { deleteCartsOfUser } from './queries.ts'
export { Cart, CartItem } from './schemas.ts'
