import { useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Status } from '#console/ui/status.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveForm } from './two-factors-remove.tsx'
import { SetUp } from './two-factors-set-up.tsx'

/** Switches the second factor on, step by step, and off. */
export function TwoFactors({ isOn }: { isOn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setOpen(false)
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <Status tone={isOn ? 'good' : 'neutral'}>{isOn ? t('On') : t('Off')}</Status>
          <p className="text-ink-3">
            {isOn ? t('A sign-in needs a code of your authenticator app.') : t('Your password alone signs in.')}
          </p>
        </div>
        {!isOpen && <Button onClick={() => setOpen(true)}>{isOn ? t('Switch off') : t('Set up')}</Button>}
      </div>
      {isOpen && isOn && <RemoveForm onClose={close} />}
      {isOpen && !isOn && (
        <SetUp
          onClose={close}
          onDone={(given) => {
            setCodes(given)
            close()
          }}
        />
      )}
    </>
  )
}
