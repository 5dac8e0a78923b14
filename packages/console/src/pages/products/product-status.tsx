import { count } from '#console/lib/format.ts'
import { Status, type Tone } from '#console/ui/status.tsx'

const tones: Record<string, Tone> = { active: 'good', draft: 'accent', archived: 'neutral' }

export const ProductState = ({ status }: { status: string }) => (
  <Status tone={tones[status] ?? 'neutral'}>{status}</Status>
)

/** How many can be bought; in red where none can. */
export function Available({ units }: { units: number }) {
  return units === 0 ? <span className="text-bad">0</span> : count(units)
}
