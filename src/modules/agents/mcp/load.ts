import { createMerchantServer, type MerchantServices } from './merchant-server.ts'
import { orderTools } from './order-tools.ts'
import { productTools } from './product-tools.ts'
import { type Paths, readyTool } from './ready-tools.ts'
import type { Caller } from './run-tool.ts'
import { createServe, type Serve } from './serve.ts'
import { shopTools } from './shop-tools.ts'

/** All tools, in the order in which clients see them. */
export const tools = [...shopTools, ...orderTools, ...productTools]

interface Services extends Omit<MerchantServices, 'tools'> {
  /** Paths of the contract with their schemas in place. */
  contract: unknown
  onerror: (error: Error) => void
}

/** The server of `/mcp`, with the library, which is loaded by the first request. */
export function loadMerchantServer({ contract, onerror, ...services }: Services): Serve<Caller> {
  const ready = new Map(tools.map((tool) => [tool.name, readyTool(tool, contract as Paths)]))
  return createServe((caller) => createMerchantServer({ ...services, tools: ready }, caller), onerror)
}
