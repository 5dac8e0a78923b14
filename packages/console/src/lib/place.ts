/**
 * The place within the console that a parameter of an address names, undefined if it names none: a path of this origin
 * below `/console`, without what browsers read as another host or as a step out of it.
 */
export function placeWithin(place: string | undefined, origin: string): string | undefined {
  if (place === undefined || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(place)) return undefined
  const target = URL.parse(`/console${place}`, origin)
  return target !== null && target.origin === origin && target.pathname.startsWith('/console/') ? place : undefined
}
