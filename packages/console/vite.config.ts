import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API. */
const service = process.env['CONSOLE_API'] ?? 'http://127.0.0.1:3000'

/** What almost every page needs: as thirty small files it is six kilobytes more. */
const shared = new RegExp(
  '/src/(data/(permissions|queries)|lib/(use-first|use-settled|amounts|use-draft)|' +
    'ui/(page|pending|leave-guard|time|status|field|filter-|search-|saved-|dialog[.]))',
)

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
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
        codeSplitting: { groups: [{ name: 'shared', test: shared }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/console/session', '/admin', '/user', '/catalog', '/marketplace'].map((path) => [path, service]),
    ),
  },
})
