import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the API. */
const service = process.env['CONSOLE_API'] ?? 'http://127.0.0.1:3000'

/** What almost every page needs: as thirty small files it is six kilobytes more. */
const shared = new RegExp(
  [
    '/src/data/(permissions|queries|event-name|use-change)[.]',
    '/src/lib/(use-first|use-settled|amounts|use-draft|search|shop-time|changed-fields)',
    '/src/(shell/places|pages/[^/]+/search)[.]',
    '/src/ui/(page|pending|leave-guard|time|status|field|filter-|search-|saved-|dialog[.])',
    '/src/ui/(link[.]|confirm[.]|delete-button|amount-input|thumbnail|checkbox)',
    '/node_modules/(react-dom|@tanstack/(react-query|query-core|react-router))/',
    '/lucide-react/dist/esm/icons/(plus|package)[.]',
  ].join('|'),
)

/** What `main.ts` runs itself. All others are loaded behind it, since modules read their texts as they are loaded. */
const beforeTexts = /\/src\/(lib\/(language|catalogue)|data\/load-texts)[.]|vite\/preload-helper/

/** `main.ts` asks for the pages once it has the texts; the browser loads their script meanwhile. */
const preloadPages: Plugin = {
  name: 'preload-pages',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/app.tsx'))
        .flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.fileName, ...chunk.imports] : []))
        .map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${fileName}` },
        })),
  },
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss(), preloadPages],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // The policy of the page allows no inline scripts, and every browser of the target preloads modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first script names all others: with their names in words it is a kilobyte larger. The manifest has those.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'texts', test: beforeTexts, priority: 1 },
            { name: 'shared', test: shared },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/console/session', '/admin', '/user', '/catalog', '/marketplace'].map((path) => [path, service]),
    ),
  },
})
