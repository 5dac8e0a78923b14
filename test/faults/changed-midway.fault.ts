import { test } from 'node:test'
import { changeInMidRetry, changeWhileSending } from './changed-midway.ts'

const settings = { events: 30, gaps: [1, 5, 25, 125, 300], attempts: 3, sendingMs: 20_000 }

test('rotation, move, switch-off and deletion while deliveries wait 25 s for their third retry', (t) =>
  changeInMidRetry(t, settings))

test('switch-off and deletion while requests are under way for 20 s', (t) => changeWhileSending(t, settings))
