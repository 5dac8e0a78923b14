import { Copy } from 'lucide-react'
import { inSentence } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { copy } from './states.tsx'

/** What was sent or answered, as it was; JSON is indented. */
export function Code({ label, text }: { label: string; text: string }) {
  const shown = indented(text)
  return (
    <div className="relative">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-96 overflow-auto rounded bg-paper-2 p-3 pr-12 font-mono text-xs leading-5 ring-1 ring-inset ring-line"
      >
        {shown}
      </pre>
      <Button
        square
        look="quiet"
        aria-label={t('Copy {label}', { label: inSentence(label) })}
        className="absolute top-1 right-1"
        onClick={() => copy(shown)}
      >
        <Copy aria-hidden />
      </Button>
    </div>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
