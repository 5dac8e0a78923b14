#!/usr/bin/env bash
# What the conformance suite of the Model Context Protocol says of a server that has tools and nothing else.
#
# Seen with @modelcontextprotocol/conformance 0.2.0-alpha.12 and a server made with @modelcontextprotocol/server 2.4.0 on
# Node.js 24.11.1, revision 2026-07-28, scenario `caching`: the server declares `tools` alone, and each list of tools has
# `ttlMs` and `cacheScope`. The suite asks for prompts, resources and templates all the same, and counts the answer
# "Method not found" of each as a failure; only `resources/read` is skipped. A server passes the scenario only if it has
# what it does not declare.
#
# It installs them from the registry into a folder that it deletes, runs them alone, and fails if this has changed.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent \
  @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/server@2.4.0 node@24.11.1
export PATH="$folder/node_modules/node/bin:$PATH"
cat >server.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'tools-only', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => ({
    tools: [{ name: 'ping', description: 'Answers.', inputSchema: { type: 'object' } }],
  }))
  return server
})
const listener = createServer(async (request, answer) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, headers, url } = request
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const response = await handler.fetch(new Request(`http://${headers.host}${url}`, { method, headers, ...body }))
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  answer.end(Buffer.from(await response.arrayBuffer()))
})
listener.listen(0, '127.0.0.1', () => writeFileSync('port', String(listener.address().port)))
JS
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
node_modules/.bin/conformance server --url "http://127.0.0.1:$(cat port)/mcp" --scenario caching \
  --spec-version 2026-07-28 >report.txt 2>&1 || true
sed 's/\x1b\[[0-9;]*m//g' report.txt | sed -nE 's/.*\[(sep-2549[a-z-]+) *\] ([A-Z]+) .*/\1 \2/p' | tee seen.txt
grep -o 'Error: [a-z/]* returned JSON-RPC error -32601: Method not found' report.txt | sort | tee -a seen.txt
cat >expected.txt <<'TEXT'
sep-2549-tools-list-caching-hints SUCCESS
sep-2549-prompts-list-caching-hints FAILURE
sep-2549-resources-list-caching-hints FAILURE
sep-2549-resources-templates-list-caching-hints FAILURE
sep-2549-resources-read-caching-hints SKIPPED
sep-2549-ttl-non-negative SUCCESS
sep-2549-cache-scope-valid SUCCESS
Error: prompts/list returned JSON-RPC error -32601: Method not found
Error: resources/list returned JSON-RPC error -32601: Method not found
Error: resources/templates/list returned JSON-RPC error -32601: Method not found
TEXT
diff expected.txt seen.txt
