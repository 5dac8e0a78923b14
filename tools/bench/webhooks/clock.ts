/** The time of day to a fraction of a millisecond, the same for all processes of one machine. */
export function timeMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Answers each message of the parent by `answer`. */
export function answerMessages<Message>(answer: (message: Message) => Promise<unknown> | unknown): void {
  process.on('message', async (message) => {
    process.send?.((await answer(message as Message)) ?? {})
  })
}
