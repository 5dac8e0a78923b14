/**
 * Loaded before a release (`node --import`): its connections may take as long to open as the machine needs. Earlier
 * releases end when one takes five seconds, which is not what these tests are about.
 */
import pg from 'pg'
import { maxWaitMs } from '#test/support/until.ts'

const { connect: connectClient } = pg.Client.prototype
const { connect: connectPool } = pg.Pool.prototype

Object.assign(pg.Client.prototype, {
  connect(this: { _connectionTimeoutMillis: number }, ...given: unknown[]) {
    this._connectionTimeoutMillis = maxWaitMs
    return Reflect.apply(connectClient, this, given)
  },
})
Object.assign(pg.Pool.prototype, {
  connect(this: pg.Pool, ...given: unknown[]) {
    this.options.connectionTimeoutMillis = maxWaitMs
    return Reflect.apply(connectPool, this, given)
  },
})
