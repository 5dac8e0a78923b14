export { cartAbandoned, lineChanged } from './events.ts'
export { guestCarts } from './guest-carts.ts'
export { cartsBackground } from './jobs.ts'
