import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { circlesOfRooms } from './rooms.ts'

const circles = (files: Record<string, string>) => circlesOfRooms(new Map(Object.entries(files)))

describe('circles of rooms', () => {
  it('are found where two rooms need each other by different files', () => {
    const files = {
      'src/modules/orders/pay/pay.ts': "import { a } from '../edit/edit.ts'\n",
      'src/modules/orders/send/send.ts': "import type { B } from '#src/modules/orders/pay/price.ts'\n",
      'src/modules/orders/edit/rules.ts': "const send = await import('../send/rules.ts')\n",
      'src/modules/orders/list/list.ts': "import '../edit/edit.ts'\n",
    }
    assert.deepEqual(circles(files), [
      {
        rooms: ['src/modules/orders/edit', 'src/modules/orders/pay', 'src/modules/orders/send'],
        imports: [
          'src/modules/orders/pay/pay.ts → src/modules/orders/edit/edit.ts',
          'src/modules/orders/send/send.ts → src/modules/orders/pay/price.ts',
          'src/modules/orders/edit/rules.ts → src/modules/orders/send/rules.ts',
        ],
      },
    ])
  })

  it('are found between parts of platform and their rooms', () => {
    const files = {
      'src/platform/db/a.ts': "import { b } from './pool/b.ts'\n",
      'src/platform/db/pool/c.ts': "import { d } from '../d.ts'\n",
    }
    assert.deepEqual(circles(files)[0]?.rooms, ['src/platform/db', 'src/platform/db/pool'])
  })

  it('are none through the root of a module, inside one room, or by arrows of one direction', () => {
    const files = {
      'src/modules/orders/index.ts': "export { a } from './pay/pay.ts'\n",
      'src/modules/orders/pay/pay.ts': "import { b } from '../index.ts'\nimport { c } from './price.ts'\n",
      'src/modules/orders/pay/price.ts': "import { d } from '../edit/edit.ts'\nimport { e } from 'node:fs'\n",
    }
    assert.deepEqual(circles(files), [])
  })
})
