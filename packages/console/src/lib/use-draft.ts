import { useState } from 'react'

/**
 * What a form of uncontrolled inputs is filled with, and whether something of it is not saved. It begins anew, by its
 * `key`, when what it shows has changed, but takes away nothing that is typed: neither when somebody else changes the
 * same thing, nor what is typed while a save is on its way.
 */
export function useDraft<Value>(value: Value, version: unknown) {
  const [before, setBefore] = useState(value)
  const [seen, setSeen] = useState(version)
  const [key, setKey] = useState(0)
  const [state, setState] = useState<'clean' | 'sent' | 'typed'>('clean')
  if (state === 'clean' && seen !== version) {
    setSeen(version)
    setBefore(value)
    setKey(key + 1)
  }
  return {
    before,
    key,
    /** Something is typed that is not saved, or not yet. */
    changed: state !== 'clean',
    /** Something is typed that no save has taken. */
    unsent: state === 'typed',
    onChange: (changed = true) => setState(changed ? 'typed' : 'clean'),
    onSend: () => setState('sent'),
    /** `isAll`: the form is known to hold nothing but what is saved. */
    onSaved: (saved: Value, isAll = false) => {
      setBefore(saved)
      setState((now) => (now === 'sent' || isAll ? 'clean' : now))
    },
    onRefused: () => setState('typed'),
  }
}
