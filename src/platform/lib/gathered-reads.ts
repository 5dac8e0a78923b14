/**
 * Answers many with one read. Who asks while as many reads as may be made `atOnce` are under way waits for one of them
 * to end, and is answered by the next, together with all who wait: each answer is read after it was asked for.
 *
 * @param most questions that one read answers
 */
export function gatherReads<Question, Answer>(
  read: (questions: readonly Question[]) => Promise<Answer>,
  { atOnce, most }: { atOnce: number; most: number },
): (question: Question) => Promise<Answer> {
  interface Asker {
    question: Question
    resolve(answer: Answer): void
    reject(error: unknown): void
  }
  const waiting: Asker[] = []
  let underWay = 0

  const readNext = async () => {
    const askers = waiting.splice(0, most)
    underWay++
    try {
      const answer = await read(askers.map(({ question }) => question))
      for (const { resolve } of askers) resolve(answer)
    } catch (error) {
      for (const { reject } of askers) reject(error)
    }
    underWay--
    if (waiting.length > 0) void readNext()
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < atOnce) void readNext()
    })
}
