import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { listMenus, type MenuInput, readMenu, setMenu } from './manage-menus.ts'
import { maxMenus } from './rules.ts'
import { Handle, Menu, MenuList, presentMenuInList, SetMenu } from './schemas.ts'

const tags = ['Content']
const params = Type.Object({ handle: Handle })

/** Menus as staff writes them. */
export function menuRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/menus',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'listMenus',
        summary: 'The shop’s menus',
        description: '`main` and `footer` first, then its own ones by handle.',
        response: { 200: envelope(MenuList) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const menus = await listMenus(deps.shop(merchantId), merchantId)
      return ok({ menus: menus.map(presentMenuInList) })
    },
  )

  app.get(
    '/admin/menus/:handle',
    {
      config: { permission: 'content.read' },
      schema: {
        tags,
        operationId: 'getOwnMenu',
        summary: 'A menu, with what is gone marked',
        params,
        response: { 200: envelope(Menu) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(await readMenu(deps.shop(merchantId), merchantId, request.params.handle))
    },
  )

  app.put(
    '/admin/menus/:handle',
    {
      config: { permission: 'content.write' },
      schema: {
        tags,
        operationId: 'setMenu',
        summary: 'Write a menu',
        description:
          'These items in place of those it has; items that stood in it may name what is gone. Without items one of ' +
          `the shop’s own is deleted. 409 if the shop has ${maxMenus}, or if the menu is no longer of ` +
          '`expected_version`.',
        params,
        body: SetMenu,
        response: { 200: envelope(Menu), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const input = request.body as MenuInput
      return ok(await setMenu(deps.shop(staff.merchantId), staff, request.params.handle, input))
    },
  )
}
