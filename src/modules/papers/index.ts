export { quotePdf } from './quote.ts'
export { createPaperRenderer, type PaperRenderer } from './render/renderer.ts'
export { createInvoiceSenders } from './sending/create-senders.ts'
export type { InvoiceSenders } from './sending/sender.ts'
