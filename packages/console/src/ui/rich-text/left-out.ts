/** What to say of a description that was saved without parts of it; undefined: all was kept. */
export function leftOut(removed: readonly { element: string; attribute: string }[] = []): string | undefined {
  if (removed.length === 0) return undefined
  return removed.some(({ element, attribute }) => element === 'img' && attribute === 'src')
    ? 'Pictures from other websites were left out of the description.'
    : 'Parts of the description were left out.'
}
