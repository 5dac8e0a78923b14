import { lazy, Suspense, useSyncExternalStore } from 'react'
import { messageOf } from '#console/data/queries.ts'
import type { Message } from './toast-list.tsx'

const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

let hasMessages = false
const listeners = new Set<() => void>()

/** If its code cannot be loaded, as after an update of the service, the message is left out and the page stays. */
async function show(message: Message): Promise<void> {
  const list = await import('./toast-list.tsx').catch(() => undefined)
  if (list === undefined) return
  hasMessages = true
  for (const listener of listeners) listener()
  list.add(message)
}

/**
 * A short message about what was done; read aloud, and gone after a while. It says what the service left out of texts
 * where `more` is that.
 */
export function toast(title: string, more?: Message['more']): void {
  void show({ title, more })
}

/** For a failure, or what to say of it, that has no place of its own in the page; `title` says what has failed. */
export function toastError(error: unknown, title?: string): void {
  const message = typeof error === 'string' ? error : messageOf(error)
  void show({ title: title ?? message, more: title && message, isError: true })
}

/** Where messages appear. The code is loaded with the first. */
export function Toasts() {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasMessages,
  )
  return (
    isShown && (
      <Suspense>
        <ToastList />
      </Suspense>
    )
  )
}
