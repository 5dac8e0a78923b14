import { test } from 'node:test'
import { keepOrdersAndEventsTogether } from '#test/faults/killed-api.ts'

test('kill -9 of the API while it places orders leaves no order without its event, no event without its order', (t) =>
  keepOrdersAndEventsTogether(t, 1))
