import { Copy, Download } from 'lucide-react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { copy } from '#console/ui/states.tsx'

/** They are told once: they stay until somebody says that they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <div role="region" aria-label={t('Recovery codes')}>
      <p className="font-medium">{t('Two factors are on. Keep these recovery codes.')}</p>
      <p className="mt-1 text-ink-2">
        {t('Each signs you in once in place of a code, if you lose your phone. They are not shown again.')}
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 rounded bg-warn-2 p-4 font-mono text-sm max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button onClick={() => copy(text, t('Recovery codes copied'))}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
        <Button onClick={() => download('recovery-codes.txt', `${text}\n`)}>
          <Download aria-hidden />
          {t('Download')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('I have kept them')}
        </Button>
      </Actions>
    </div>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
