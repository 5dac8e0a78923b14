export { ordersBackground } from './jobs.ts'
export { type OrderInput, placeOrder } from './place-order.ts'
export type { OrderRow } from './queries.ts'
export { Order, presentOrder } from './schemas.ts'
