/** Who may import whom: data flows routes → use case → rules | queries → db → lib. */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

const insideModule = '^src/modules/([^/]+)/'

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'A cycle is two rooms without a door between them.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'modules-through-their-door',
      'Into another module only through its index.ts.',
      { path: insideModule, pathNot: '\\.test\\.ts$' },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', '/index\\.ts$'] },
    ),
    rule(
      'fastify-stays-outside',
      'Only routes, src/http and the entries know Fastify; types may be named.',
      {
        path: '^src/',
        pathNot: ['/routes\\.ts$', '-routes\\.ts$', '^src/http/', '^src/(app|server)\\.ts$', '\\.test\\.ts$'],
      },
      { path: 'node_modules/(fastify|@fastify)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'sql-stands-in-queries',
      'SQL builders are used in queries and in src/db only.',
      { path: '^src/', pathNot: ['queries\\.ts$', '^src/(platform/)?db/', '\\.test\\.ts$'] },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'lib-is-pure',
      'src/lib imports nothing of ours.',
      { path: '^src/lib/' },
      { path: '^src/', pathNot: '^src/lib/' },
    ),
    rule(
      'routes-call-no-routes',
      'Routes are registered by app.ts and imported by nothing else.',
      { path: '^src/', pathNot: '^src/app\\.ts$' },
      { path: 'routes\\.ts$' },
    ),
    rule(
      'readers-are-leaves',
      'search, dashboard and customers may read any table; nobody imports them.',
      { path: '^src/modules/', pathNot: '^src/modules/(search|dashboard|customers)/' },
      { path: '^src/modules/(search|dashboard|customers)/' },
    ),
    rule(
      'business-knows-no-webhooks',
      'The outbox is all that the business knows of webhooks.',
      { path: '^src/modules/', pathNot: '^src/modules/webhooks/' },
      { path: '^src/modules/webhooks/' },
    ),
    rule(
      'no-orphans',
      'Dead code.',
      { orphan: true, path: '^src/', pathNot: ['\\.test\\.ts$', '^src/(server|worker)\\.ts$'] },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
