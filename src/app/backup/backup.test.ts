import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BackupFault, describeBackupFault } from './fault.ts'
import { refuseSmallDisk } from './make-backup.ts'
import { forTools } from './postgres-tools.ts'
import { missingKeys } from './seal-keys.ts'

describe('a backup', () => {
  it('is refused where the database does not fit', () => {
    refuseSmallDisk('/backups', 5_000_000, 5_000_000)
    assert.throws(
      () => refuseSmallDisk('/backups', 5_000_000_001, 5_000_000),
      new BackupFault('/backups has 5 MB of room, and the database needs 5,001 MB'),
    )
  })

  it('says of a fault of the system which folder it is of and what is expected', () => {
    const fault = (code: string) => Object.assign(new Error(code), { code, path: '/backups/x' })
    assert.equal(describeBackupFault(fault('ENOSPC')), '/backups/x: ENOSPC; expected a disk with more room')
    assert.match(describeBackupFault(fault('EACCES')), /may read and write/)
    assert.match(describeBackupFault(fault('EROFS')), /can be written/)
    assert.match(describeBackupFault(new TypeError('x is not a function')), /^TypeError[\s\S]*at /)
  })

  it('needs the keys whose fingerprints it has', () => {
    const key = (kid: string, fingerprint: string) => ({ kid, fingerprint })
    const needed = [key('2026', 'aa'), key('2027', 'bb')]
    assert.deepEqual(missingKeys(needed, [key('2027', 'bb'), key('2026', 'aa'), key('x', 'cc')]), [])
    assert.deepEqual(missingKeys(needed, [key('2026', 'bb'), key('2027', 'bb')]), ['2026'])
  })
})

describe('the address for pg_dump', () => {
  it('has no password, and nothing that libpq does not know', () => {
    const { url, password } = forTools('postgres://me:a%20b@host:5433/shop?sslmode=no-verify&uselibpqcompat=true')
    assert.deepEqual([url, password], ['postgres://me@host:5433/shop?sslmode=require', 'a b'])
    const socket = 'postgres://postgres@localhost/commerce?host=%2Fdata%2Fpostgres'
    assert.deepEqual(forTools(socket), { url: socket, password: '' })
  })
})
