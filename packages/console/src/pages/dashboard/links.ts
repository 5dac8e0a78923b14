import type { LinkProps } from '@tanstack/react-router'

/** To a page that is not in the router yet. */
export const later = (to: string, search?: object) => ({ to, search }) as LinkProps
