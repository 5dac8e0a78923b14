import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useSession } from '#console/data/session.ts'

/** What was typed into a form and is not saved; kept in this tab, also when its page is left or loaded anew. */
export interface SavedDraft {
  /** When it was typed. */
  at: string
  /** Fields that differ from what the form was filled with: what others change meanwhile stays theirs. */
  fields: Record<string, string | boolean>
}

const prefix = 'console-draft '

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The draft of a form, by a name that no other form has. */
export function useSavedDraft(form: RefObject<HTMLFormElement | null>, name: string) {
  const key = useKey(name)
  const [offered, setOffered] = useState(() => readDraft(key))
  const forget = useCallback(() => {
    sessionStorage.removeItem(key)
    setOffered(undefined)
  }, [key])
  return {
    /** One that was typed before, until it is taken or thrown away. */
    offered,
    /** After each key. What is offered stays so, but for fields that are typed anew. */
    keep: () => {
      if (form.current === null) return
      const fields = { ...offered?.fields, ...changedFields(form.current) }
      if (Object.keys(fields).length === 0) sessionStorage.removeItem(key)
      else store(key, { at: offered?.at ?? new Date().toISOString(), fields })
    },
    restore: () => {
      setOffered(undefined)
      if (form.current && offered) fill(form.current, { ...offered.fields, ...changedFields(form.current) })
    },
    forget,
  }
}

/** Forgets a draft once nothing of its form is left to be saved. */
export function useForgetSaved(isChanged: boolean, forget: () => void): void {
  const [wasChanged, setWasChanged] = useState(isChanged)
  useEffect(() => {
    if (wasChanged && !isChanged) forget()
    setWasChanged(isChanged)
  }, [isChanged, wasChanged, forget])
}

/** Forgets the draft of a form that is gone by then. */
export function useForgetDraft(name: string): () => void {
  const key = useKey(name)
  return useCallback(() => sessionStorage.removeItem(key), [key])
}

/** Whether there is one. */
export function useHasDraft(name: string): boolean {
  const key = useKey(name)
  return sessionStorage.getItem(key) !== null
}

/** Nobody else gets what somebody has typed, and no other shop. */
function useKey(name: string): string {
  const session = useSession()
  return `${prefix}${session?.merchantId} ${session?.userId} ${name}`
}

/** A storage that is full keeps what it had; the form is not in its way. */
function store(key: string, draft: SavedDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // QuotaExceededError
  }
}

function readDraft(key: string): SavedDraft | undefined {
  try {
    const found: Partial<SavedDraft> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof found?.at === 'string' && typeof found.fields === 'object' ? (found as SavedDraft) : undefined
  } catch {
    return undefined
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return ([...form.elements] as Control[]).filter(({ name, type }) => name && type !== 'password')
}

const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

function changedFields(form: HTMLFormElement): SavedDraft['fields'] {
  const changed = controlsOf(form).filter((control) => valueOfControl(control) !== startOf(control))
  return Object.fromEntries(changed.map((control) => [control.name, valueOfControl(control)]))
}

function valueOfControl(control: Control): string | boolean {
  return isTick(control) ? control.checked : control.value
}

/** What the control was filled with. */
function startOf(control: Control): string | boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].find(({ defaultSelected }) => defaultSelected)?.value ?? control.options[0]?.value ?? ''
  return isTick(control) ? control.defaultChecked : control.defaultValue
}

/** As if somebody typed it, so that the form knows. */
function fill(form: HTMLFormElement, fields: SavedDraft['fields']): void {
  for (const control of controlsOf(form)) {
    const value = fields[control.name]
    if (value === undefined) continue
    if (isTick(control)) control.checked = value === true
    else control.value = String(value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
