import { useEffect, useState } from 'react'

/** A text as it was when it last stood for a moment: what is asked of the service while somebody types. */
export function useSettled<Text extends string | undefined>(text: Text, pauseMs: number): Text {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
