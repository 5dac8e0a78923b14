import { test } from 'node:test'
import { keepOrdersAndEventsTogether } from './killed-api.ts'

test('ten times kill -9 of the API while it places orders: no order without its event, no event without its order', (t) =>
  keepOrdersAndEventsTogether(t, 10))
