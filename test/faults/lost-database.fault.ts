import { test } from 'node:test'
import { surviveDatabaseCrash, surviveTerminatedBackends } from './lost-database.ts'

test('the database restarted in mode immediate five times under load: nothing committed is missed', (t) =>
  surviveDatabaseCrash(t, { times: 5, events: 1_500 }))

test('backends terminated twenty times under load: nothing committed is missed', (t) =>
  surviveTerminatedBackends(t, { times: 20, events: 1_500 }))
