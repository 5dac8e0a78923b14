/**
 * Settings of the embedded server. They stand on its command line, so that they follow the code and not the age of the
 * data folder. Sized for two cores and a few gigabytes shared with the service.
 */
export function serverSettings({ durable }: { durable: boolean }): Record<string, string> {
  return {
    // No TCP: no port to collide on, nothing to reach from outside, and the fastest connection. Relative to the
    // cluster, whose path may be longer than the 107 bytes a socket's address holds.
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    // A few services of 10 to 20 connections each, or a test run with a pool per file.
    max_connections: '200',
    // The working set of a shop fits; more would only take memory from the page cache.
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    // Enough to sort a page of rows, and small enough for 200 connections.
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Short queries: compiling costs more than running.
    jit: 'off',
    // Two cores serve two requests. Parallel workers would also need /dev/shm, of which a container has 64 MB.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // Reads come from memory or the page cache: I/O worker processes would only cost memory.
    io_method: 'sync',
    // Solid state disks: random reads cost less than the default of 4.0 assumes.
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    // Spread checkpoints over minutes; recovery after a crash reads at most this much.
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Invariants live in SQL, so refused statements are normal; the service reports the relevant ones.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
    log_line_prefix: '%m [%p] %d ',
    ...(durable ? DURABLE : FOR_TESTS),
  }
}

/** Acknowledged changes survive a power failure. */
const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Recovery first syncs all files to disk: one call for the file system took 0.15 s, a call for each of the 1,000
  // files 0.6 s. (Linux before 5.8 may not report a disk error to it.)
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

/** No fsync: the folder is temporary. Minimal WAL makes copies of the template cheaper. */
const FOR_TESTS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A test that depends on statistics makes them: those of a random moment would change its plans.
  autovacuum: 'off',
}
