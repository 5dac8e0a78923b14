/** Where the replay stands, for the person waiting. */
export interface Progress {
  /** Begins the next stretch of work; the answer is called once for each piece done. */
  begin(label: string, total: number): () => void
}

const width = 32
const redrawMs = 100

/** One line on standard error, drawn over and over; into a file, one line for each stretch. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return {
    begin(label, total) {
      const startedAt = performance.now()
      let done = 0
      let drawnAt = Number.NEGATIVE_INFINITY
      const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1)
      const draw = () => {
        const filled = total === 0 ? width : Math.floor((width * done) / total)
        const bar = '█'.repeat(filled).padEnd(width, '░')
        stream.write(`\r${label.padEnd(10)} ${bar} ${done}/${total} in ${seconds()} s`)
        drawnAt = performance.now()
      }
      const finish = () => {
        if (stream.isTTY) draw()
        stream.write(stream.isTTY ? '\n' : `${label}: ${total} in ${seconds()} s\n`)
      }
      if (total === 0) finish()
      return () => {
        done++
        if (done === total) finish()
        else if (stream.isTTY && performance.now() - drawnAt >= redrawMs) draw()
      }
    },
  }
}
