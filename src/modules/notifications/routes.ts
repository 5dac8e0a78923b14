import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from './dependencies.ts'
import { Notifications, SetNotifications } from './schemas.ts'
import { readNotifications, setNotifications } from './set-notifications.ts'

const tags = ['Notifications']

/** What a member of the staff is told by mail. */
export function notificationRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/notifications',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getNotifications',
        summary: 'What the caller is mailed about',
        description: 'Each person chooses for themselves; a key acts for its maker.',
        response: { 200: envelope(Notifications) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      return ok(await readNotifications(deps.shop(staff.merchantId), staff))
    },
  )

  app.put(
    '/admin/notifications',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'setNotifications',
        summary: 'Choose what the caller is mailed about',
        description:
          'Members only get mails about what their role can read. `digest` is one mail a day, at seven o’clock of ' +
          'the shop.',
        body: SetNotifications,
        response: { 200: envelope(Notifications) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      return ok(await setNotifications(deps.shop(staff.merchantId), staff, request.body))
    },
  )
}
