/** What people comment on, as the table names it. */
export type Subject = 'order' | 'customer' | 'return' | 'product'

/** Most colleagues that one comment mails. */
const maxMentions = 20

/** The names in `@[Name]`, each once, as they are compared. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(/@\[([^\][\n]{1,200})\]/g)].map(([, name = '']) => nameKey(name))
  return [...new Set(names)].filter((name) => name !== '').slice(0, maxMentions)
}

/** Names are compared without case, and blanks around them. */
function nameKey(name: string): string {
  return name.trim().toLowerCase()
}
