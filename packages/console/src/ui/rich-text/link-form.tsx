import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '../button.tsx'
import { Input } from '../field.tsx'

/** The address of the chosen words. It stands inside another form, so Enter is its own. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(before)
  const [fault, setFault] = useState<string>()
  function close(): void {
    editor.commands.focus()
    onClose()
  }
  function apply(): void {
    const href = addressOf(address)
    if (href === undefined) {
      setFault(t('Write a web address, a path such as /pages/sizes, an e-mail address or tel:'))
      return
    }
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without chosen words the address is the text.
    if (editor.state.selection.empty && before === '')
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') apply()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <div role="group" aria-label={t('Link')} className="flex flex-wrap items-center gap-1.5 border-b border-line p-1.5">
      <Input
        aria-label={t('Address of the link')}
        aria-invalid={fault === undefined ? undefined : true}
        autoFocus
        value={address}
        placeholder="https://"
        className="flex-1"
        onInput={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={apply}>{t('Set link')}</Button>
      {before !== '' && (
        <Button
          look="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {t('Remove link')}
        </Button>
      )}
      {fault !== undefined && (
        <p role="alert" className="w-full text-xs text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}

/** As the service takes it: http, https, mailto, tel and paths. A bare domain or e-mail address is completed. */
function addressOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text) || /^\/(?!\/)\S*$/.test(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  return /^[^\s/:@]+\.[^\s/:@]{2,}(\/\S*)?$/.test(text) ? `https://${text}` : undefined
}
