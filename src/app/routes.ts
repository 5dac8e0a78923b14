import './route-files.gen.ts'
import { modules } from './modules.ts'

/** The routes of each module. Their files are loaded with this one, which background processes do not need. */
export const routes = await Promise.all(modules.flatMap((module) => module.routes?.() ?? []))
