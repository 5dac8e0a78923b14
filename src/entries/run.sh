# Runs an entry of the service, as in `sh src/entries/run.sh src/entries/server.ts`. Its options of Node.js stand here and
# nowhere else.
#
# Sizes of the heap in MB. Memory of the process with the demo shop after 8,000 lists (2026-11-26, 24 GB, one run each):
#   440 by the defaults of V8, 313 with the first, 419 with the second, 288 with both. --no-allocation-site-pretenuring
#   was here, too: 301 with it.
# NODE_COMPILE_CACHE: compiled code is kept for the next start, which saves a third of it. If the folder is not
#   writable, the cache is not used.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/compiled}"
exec node --max-semi-space-size=8 --max-old-space-size=512 "$@"
