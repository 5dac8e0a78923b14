import type { Mutation } from './mutation.ts'

export const backups: readonly Mutation[] = [
  {
    name: 'backups-without-their-label',
    because: 'a recovery without it may begin too late in the log, and the database is damaged without a word',
    file: 'src/platform/embedded-postgres/base-backup.ts',
    within: 'copyCluster',
    replace: `copy.text('backup_label', `,
    by: `copy.text('backup_label.old', `,
    caughtBy: 'test/long/backup/refusals.test.ts',
    test: 'a backup holds no password and no key',
  },
  {
    name: 'backups-damaged-are-restored',
    because: 'a damaged file of a backup becomes the database',
    file: 'src/app/backup/restore-backup.ts',
    within: 'restoreBackup',
    replace: 'damages.length > 0',
    by: 'damages.length > 1e9',
    caughtBy: 'test/long/backup/refusals.test.ts',
    test: 'a restore of a damaged, an incomplete or an unfinished backup changes nothing',
  },
  {
    name: 'backups-restored-over-a-database',
    because: 'a restore destroys the database that is there',
    file: 'src/platform/embedded-postgres/restore-cluster.ts',
    within: 'replaceCluster',
    replace: 'isThere && moveAway === undefined',
    by: 'isThere && majorVersion === undefined',
    caughtBy: 'test/long/backup/refusals.test.ts',
    test: 'the one before is moved aside',
  },
  {
    name: 'backups-lead-out-of-their-folder',
    because: 'a manifest from elsewhere writes files anywhere',
    file: 'src/app/backup/manifest.ts',
    within: 'readManifest',
    replace: 'Object.keys(found.files).some(leavesFolder)',
    by: 'false',
    caughtBy: 'test/long/backup/refusals.test.ts',
    test: 'a restore of a damaged, an incomplete or an unfinished backup changes nothing',
  },
]
