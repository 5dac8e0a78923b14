import './route-files.gen.ts'
import type { ModuleRoutes } from '#src/platform/http/auth/scopes.ts'
import type { Dependencies } from './dependencies.ts'
import type { RunningExtension } from './extensions/running.ts'
import { modules } from './modules.ts'

/** The routes of each module. Their files are loaded with this one, which background processes do not need. */
export function loadRoutes(): Promise<ModuleRoutes<Dependencies>[]> {
  return Promise.all(modules.flatMap((module) => module.routes?.() ?? []))
}

export async function loadExtensionRoutes(
  extensions: readonly RunningExtension[],
): Promise<ModuleRoutes<Dependencies>[]> {
  if (extensions.length === 0) return []
  const { routesOf } = await import('./extensions/routes.ts')
  return extensions.map(routesOf)
}
