import { Copy } from 'lucide-react'
import { inSentence } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Input } from './field.tsx'
import { copy } from './states.tsx'

/** A value to take along: an address, an id. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-2">
      <Input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="font-mono text-xs"
      />
      <Button
        square
        aria-label={t('Copy {label}', { label: inSentence(label) })}
        onClick={() => copy(value, t('{label} copied', { label }))}
      >
        <Copy aria-hidden />
      </Button>
    </div>
  )
}

/** A secret that the service tells once. */
export function SecretOnce({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded bg-warn-2 p-3">
      <p className="mb-2">{t('Copy it now. It is not shown again.')}</p>
      <CopyField label={label} value={value} />
    </div>
  )
}
