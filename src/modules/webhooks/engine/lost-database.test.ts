import { test } from 'node:test'
import { surviveDatabaseCrash, surviveTerminatedBackends } from '#test/faults/lost-database.ts'

test('the database restarted in mode immediate under load: nothing committed is missed', (t) =>
  surviveDatabaseCrash(t, { times: 1, events: 200 }))

test('backends terminated under load: nothing committed is missed', (t) =>
  surviveTerminatedBackends(t, { times: 3, events: 200 }))
