export { inventoryUpdated } from './events.ts'

export { type CountedStock, lockStock, lockStocks, type QuantityChange, type StockChange } from './queries.ts'
export { type ReservedStock, selectMissing } from './reservation-queries.ts'
export { lockProducts, movedPerUnit, moveUnits, type OrderMovement, type OrderUnits } from './reservations.ts'
export { closeStock, countStock, type OpeningStock, openStock, type StockActor } from './stock.ts'
