/**
 * Request coalescing: questions that arrive while `atOnce` reads are running wait, and the next read answers all of
 * them. So each answer was read after its question was asked.
 *
 * @param most the largest number of questions that one read answers
 */
export function gatherReads<Question, Answer>(
  read: (questions: readonly Question[]) => Promise<Answer>,
  { atOnce, max }: { atOnce: number; max: number },
): (question: Question) => Promise<Answer> {
  interface Asker {
    question: Question
    resolve(answer: Answer): void
    reject(error: unknown): void
  }
  const waiting: Asker[] = []
  let underWay = 0

  const readNext = async () => {
    const askers = waiting.splice(0, max)
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
