/** How much of the largest this is, as a bar below a line of a list. */
export function Bar({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-1 rounded-full bg-paper-3">
      <div className="h-1 rounded-full bg-accent" style={{ width: `${Math.max(1, Math.round(share * 100))}%` }} />
    </div>
  )
}
