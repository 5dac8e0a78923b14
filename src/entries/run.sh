# Runs an entry of the service, as in `sh src/entries/run.sh src/entries/server.ts`. Its options of Node.js stand here
# and nowhere else.
#
# Sizes of the heap in MB. Memory of the process with the demo shop after 8,000 lists (2026-11-26, 24 GB, one run each):
#   440 by the defaults of V8, 313 with --max-semi-space-size, 419 with --max-old-space-size, 288 with both.
#   --min-semi-space-size spares a start a twentieth: new objects are not moved while that space grows.
# NODE_COMPILE_CACHE: compiled code is kept for the next start, which saves a third of it. If the folder is not
#   writable, the cache is not used.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/compiled}"
# dist is made by `npm ci` (tools/bundle.ts). A source that is newer than it is run as it is.
entry="${1##*/}"
bundle="dist/${entry%.ts}.js"
if [ -f "$bundle" ] && [ -z "$(find src packages/demo-shop packages/client/contrast.ts packages/client/shop-paths.ts package-lock.json -newer "$bundle")" ]; then
  shift
  set -- "$bundle" "$@"
fi
exec node --min-semi-space-size=8 --max-semi-space-size=8 --max-old-space-size=512 "$@"
