import { test } from 'node:test'
import { changeInMidRetry, changeWhileSending } from '#test/faults/changed-midway.ts'

const settings = { events: 6, gaps: [0.1, 0.2, 5, 5, 5], attempts: 3, sendingMs: 1_000 }

test('rotation, move, switch-off and deletion while deliveries wait for a retry', (t) => changeInMidRetry(t, settings))

test('switch-off and deletion while requests are under way', (t) => changeWhileSending(t, settings))
