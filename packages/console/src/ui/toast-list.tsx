import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'

export interface Message {
  title: string
  /** In words, or what was not kept of HTML. */
  more?: string | readonly { element: string; attribute: string }[] | undefined
  isError?: true
}

const manager = Toast.createToastManager()
const waiting: Message[] = []
let isShown = false

/** Messages of before the list is in the page wait for it. */
export function add(message: Message): void {
  if (isShown) put(message)
  else waiting.push(message)
}

/** What to say of a text that was saved without parts of it. */
function leftOut(removed: Exclude<Message['more'], string | undefined>): string | undefined {
  if (removed.length === 0) return undefined
  return removed.some(({ element, attribute }) => element === 'img' && attribute === 'src')
    ? t('Pictures from other websites were left out. Upload them to your shop first.')
    : t('Parts of the text were left out.')
}

function put({ title, more, isError }: Message): void {
  const description = typeof more === 'object' ? leftOut(more) : more
  manager.add({ title, description, ...(isError && { type: 'error', priority: 'high', timeout: 12_000 }) })
}

/** At the foot of the window, above the buttons that stand there. */
export function ToastList() {
  return (
    <Toast.Provider toastManager={manager} timeout={5000}>
      <Toast.Portal>
        <Toast.Viewport
          ref={(element) => {
            isShown = element !== null
            if (isShown) for (const message of waiting.splice(0)) queueMicrotask(() => put(message))
          }}
          className="fixed right-4 bottom-4 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2 in-[body:has([data-bottom-bar])]:bottom-19 max-sm:in-[body:has([data-bottom-bar])]:bottom-26"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root
      data-toast
      key={item.id}
      toast={item}
      className="flex items-start gap-3 rounded bg-float px-3 py-2.5 shadow-float data-ending-style:opacity-0"
    >
      <span
        aria-hidden
        className={cx('mt-[7px] size-1.5 shrink-0 rounded-full', item.type === 'error' ? 'bg-bad' : 'bg-good')}
      />
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-medium" />
        <Toast.Description className="text-ink-2" />
      </div>
      <Toast.Close aria-label={t('Dismiss')} className="rounded p-0.5 text-ink-3 hover:text-ink">
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}
