import { useEffect, useRef } from 'react'

const textFields = 'input:not([type="file"]), textarea, [contenteditable], [role="dialog"] *'

/** Takes files that are pasted, but not where text is typed: spreadsheets copy a picture of their cells. */
export function usePastedFiles(isTaking: boolean, onFiles: (files: readonly File[]) => void): void {
  const accept = useRef(onFiles)
  useEffect(() => {
    accept.current = onFiles
  })
  useEffect(() => {
    if (!isTaking) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || (event.target as Element).closest(textFields)) return
      event.preventDefault()
      accept.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isTaking])
}
