/** A link within a text or a list of facts. */
export const linkClass = 'underline decoration-line-3 underline-offset-2 wrap-anywhere hover:decoration-ink'
