import { background } from '#src/app/background.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp, type TestApp } from './app.ts'
import { startMailServer, type TestMailServer } from './smtp-server.ts'

export type MailingApp = TestApp & { mail: TestMailServer; close(): Promise<void> }

const from = 'Platform <no-reply@platform.example>'

/** A service on a database of its own, and the server that takes its mails. Jobs run when a test says so. */
export async function startMailingApp(settings: Record<string, string> = { MAIL_FROM: from }): Promise<MailingApp> {
  const mail = await startMailServer()
  const service = await startTestApp({ SMTP_URL: mail.url, ...settings })
  return {
    ...service,
    mail,
    async close() {
      await service.close()
      await mail.close()
    },
  }
}

/** The same with its background jobs. */
export async function startMailedApp(settings: Record<string, string> = {}): Promise<MailingApp> {
  const service = await startMailingApp(settings)
  const jobs = await runInBackground(service.deps, background)
  return {
    ...service,
    async close() {
      await jobs.stop()
      await service.close()
    },
  }
}
