import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { destinations } from './places.ts'

/** Milliseconds between `g` and the next key. */
const sequenceMs = 1000

export interface ShortcutActions {
  openPalette: () => void
  openHelp: () => void
}

/** The keys of every page. They rest while one types, and while a dialog or a menu is open. */
export function useShortcuts({ openPalette, openHelp }: ShortcutActions): void {
  const navigate = useNavigate()
  useEffect(() => {
    let goUntil = 0
    function onKey(event: KeyboardEvent): void {
      const { key, metaKey, ctrlKey, altKey } = event
      if ((metaKey || ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (metaKey || ctrlKey || altKey || event.defaultPrevented || handlesKeys(event.target)) return
      const place = Date.now() < goUntil ? destinations.find((candidate) => candidate.key === key) : undefined
      goUntil = key === 'g' ? Date.now() + sequenceMs : 0
      if (place) void navigate({ to: place.to })
      else if (key === '/') focus('[data-search-field]')
      else if (key === '?') openHelp()
      else if (key === 'j') moveRow(1)
      else if (key === 'k') moveRow(-1)
      else if (key === 'x' || key === 'X') chooseRow(key === 'X')
      else if (key === 'Escape') goBack()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, openPalette, openHelp])
}

function handlesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const typing = 'input:not([data-choose]), textarea, select, [role="dialog"], [role="menu"]'
  if (target.isContentEditable || target.closest(typing)) return true
  // A toast has the role of a dialog, too, but leaves the page usable.
  return document.querySelector(':is([role="dialog"], [role="menu"], [role="alertdialog"]):not([data-toast])') !== null
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

/** Moves the focus to the next row of the list. The rows around those in sight are in the page. */
function moveRow(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const row = document.activeElement?.closest('tr')
  const at = links.findIndex((link) => link.closest('tr') === row)
  const next = at < 0 ? links.find(isInSight) : links[at + step]
  next?.focus({ preventScroll: true })
  next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

function isInSight(element: HTMLElement): boolean {
  return element.getBoundingClientRect().top > 0
}

/** The row with the focus; a range reaches to the one before. */
function chooseRow(range: boolean): void {
  const box = document.activeElement?.closest('tr')?.querySelector('[data-choose]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }))
}

/** What is chosen in a list is let go first. */
function goBack(): void {
  const none = document.querySelector<HTMLElement>('[data-choose-none]')
  const target = none ?? document.querySelector<HTMLElement>('[data-back]')
  target?.click()
}
