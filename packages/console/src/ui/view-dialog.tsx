import { type FormEvent, useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Actions } from './dialog.tsx'
import { DialogPopup } from './dialog-popup.tsx'
import { Field, Input } from './field.tsx'

interface ViewDialogProps {
  title: string
  start: string
  usedNames: readonly string[]
  onClose: () => void
  onName: (name: string) => void
}

/** Asks for the name of a view. Its code is loaded when it first opens. */
export function ViewDialog({ title, start, usedNames, onClose, onName }: ViewDialogProps) {
  const [fault, setFault] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') setFault(t('Give it a name.'))
    else if (usedNames.includes(name)) setFault(t('Another view of this list has this name.'))
    else onName(name)
  }
  return (
    <DialogPopup
      open
      onClose={onClose}
      title={title}
      description={t('The filters, the search and the order of this list, under a name. Kept in this browser.')}
    >
      <form onSubmit={submit} className="mt-4">
        <Field label={t('Name')} error={fault}>
          <Input
            name="name"
            defaultValue={start}
            maxLength={60}
            autoComplete="off"
            placeholder={t('Unpaid, over £50')}
          />
        </Field>
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary">
            {t('Save')}
          </Button>
        </Actions>
      </form>
    </DialogPopup>
  )
}
