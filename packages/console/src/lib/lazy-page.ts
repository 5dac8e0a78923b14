import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'

/** The code of a page could not be loaded: no connection, or an update has given it another name. */
export class MissingPage extends TypeError {}

/**
 * A page whose code is loaded when it is first opened. The router's own reloads the browser's page when it cannot be
 * loaded, and without a connection nothing is left of the console then. Here the page that shows failures decides.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  let page: ComponentType | undefined
  // The router waits for it before it shows the page.
  const preload = async () => {
    try {
      page = (await load())[name]
    } catch (cause) {
      throw new MissingPage(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }
  return Object.assign(() => page && createElement(page), { preload })
}
