import { fileURLToPath } from 'node:url'

/** The built console; empty or missing until it is built. */
export const consoleFolder = fileURLToPath(new URL('../../../../packages/console/dist/', import.meta.url))
