/**
 * Loaded into the measured process (`--import`): answers each message with the longest time, in milliseconds, that the
 * event loop was held since the message before. CPU time of the thread counts: that others use the core is not the
 * request's doing.
 */
let longest = 0
let before = cpuMs()

function look(): void {
  const now = cpuMs()
  longest = Math.max(longest, now - before)
  before = now
}

// Processes that the service starts inherit its options, and talk to it by messages of their own.
if (process.argv[1]?.endsWith('server.ts')) {
  setInterval(look, 1).unref()
  process.on('message', () => {
    look()
    process.send?.(longest)
    longest = 0
  })
  process.channel?.unref()
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
