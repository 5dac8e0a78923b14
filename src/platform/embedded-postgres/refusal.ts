/**
 * An error that is the operator's to mend: its message says what is wrong with the folder and what to do. Callers tell
 * it from a fault in the code by its `code`.
 */
export function refusal(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'EMBEDDED_POSTGRES' })
}
