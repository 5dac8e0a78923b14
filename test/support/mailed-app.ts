import { background } from '#src/app/background.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp, type TestApp } from './app.ts'
import { startMailServer, type TestMailServer } from './smtp-server.ts'

/** A service on a database of its own whose background jobs run, and the server that takes their mails. */
export async function startMailedApp(
  settings: Record<string, string> = {},
): Promise<TestApp & { mail: TestMailServer; close(): Promise<void> }> {
  const mail = await startMailServer()
  const service = await startTestApp({ SMTP_URL: mail.url, ...settings })
  const jobs = await runInBackground(service.deps, background)
  return {
    ...service,
    mail,
    async close() {
      await jobs.stop()
      await service.close()
      await mail.close()
    },
  }
}
