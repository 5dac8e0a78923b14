/** The three floors: app → modules → platform → lib. Type imports count like any other. */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

const insideModule = '^src/modules/([^/]+)/'
const test = '\\.test\\.ts$'
const fastify = '(^|/)node_modules/(fastify|@fastify)/'

module.exports = {
  forbidden: [
    rule('no-cycles', 'Two files that need each other are one file, or a third is missing.', {}, { circular: true }),
    rule(
      'platform-knows-no-floor-above',
      'Platform imports no module and nothing of app; what it needs of one is an interface it declares.',
      { path: '^src/platform/', pathNot: test },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    rule(
      'platform-does-not-climb-to-audit',
      'The audit log is for modules; who causes a change is of platform/lib.',
      { path: '^src/platform/', pathNot: ['^src/platform/audit/', '^src/platform/module\\.ts$', test] },
      { path: '^src/platform/audit/' },
    ),
    rule(
      'modules-know-no-floor-above',
      'A module declares what it needs in its dependencies.ts; app hands it in.',
      { path: '^src/modules/', pathNot: test },
      { path: '^src/', pathNot: '^src/(modules|platform)/' },
    ),
    rule(
      'app-is-imported-by-entries',
      'Only the entries start the app.',
      { path: '^src/', pathNot: ['^src/(app|entries)/', test] },
      { path: '^src/app/' },
    ),
    rule(
      'modules-through-their-index',
      'Into another module only through its index.ts.',
      { path: insideModule, pathNot: test },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(index|shared-queries)\\.ts$'] },
    ),
    rule(
      'shared-queries-are-joined',
      'Pieces of SQL are for statements: index.ts has functions and types.',
      { path: '^src/', pathNot: ['queries\\.ts$', test] },
      { path: '/shared-queries\\.ts$' },
    ),
    rule(
      'pricing-knows-no-order',
      'What something costs does not depend on what was agreed: checkout → settlement → orders → pricing.',
      { path: '^src/modules/pricing/', pathNot: test },
      { path: '^src/modules/(orders|settlement|checkout)/' },
    ),
    rule(
      'orders-know-no-settlement',
      'What was agreed does not know how its money moves.',
      { path: '^src/modules/orders/', pathNot: test },
      { path: '^src/modules/(settlement|checkout)/' },
    ),
    rule(
      'settlement-knows-no-checkout',
      'Money moves the same way, whoever has placed the order.',
      { path: '^src/modules/settlement/', pathNot: test },
      { path: '^src/modules/checkout/' },
    ),
    rule(
      'app-uses-public-parts-of-modules',
      'App takes a module’s value and its index.',
      { path: '^src/(app|entries)/', pathNot: ['^src/app/route-files\\.gen\\.ts$', test] },
      { path: '^src/modules/', pathNot: '^src/modules/[^/]+/(index|module)\\.ts$' },
    ),
    rule(
      'fastify-stays-in-routes',
      'Only routes, platform/http and app know Fastify, types included.',
      { path: '^src/', pathNot: ['routes\\.ts$', '^src/platform/http/', '^src/app/', test] },
      { path: fastify },
    ),
    rule(
      'queries-know-no-schema',
      'A query knows no request or response shape, and no presenter.',
      { path: 'queries\\.ts$' },
      { path: ['schemas\\.ts$', 'routes\\.ts$'] },
    ),
    rule(
      'rules-are-pure',
      'Rules decide; they do not read the database.',
      { path: '[/-]rules\\.ts$' },
      { path: ['queries\\.ts$', '^src/platform/(db|http|outbox|jobs|sweeps|rollups|mail)/'] },
    ),
    rule(
      'sql-stands-in-queries',
      'SQL builders are used in queries, platform/db and platform/rollups only; types may be named.',
      { path: '^src/', pathNot: ['queries\\.ts$', '^src/platform/(db|rollups|embedded-postgres)/', test] },
      { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'embedded-postgres-is-one-function',
      'Only its index.ts is imported.',
      { pathNot: '^src/platform/embedded-postgres/' },
      { path: '^src/platform/embedded-postgres/', pathNot: '/index\\.ts$' },
    ),
    rule(
      'embedded-postgres-stands-alone',
      'It imports nothing else of ours.',
      { path: '^src/platform/embedded-postgres/', pathNot: test },
      { path: '^(src|test|tools)/', pathNot: '^src/platform/embedded-postgres/' },
    ),
    rule(
      'lib-is-pure',
      'platform/lib imports nothing else of ours.',
      { path: '^src/platform/lib/', pathNot: test },
      { path: '^src/', pathNot: '^src/platform/lib/' },
    ),
    rule(
      'routes-are-loaded-by-their-module',
      'Routes are imported by module.ts and by nothing else.',
      { path: '^src/', pathNot: ['^src/modules/[^/]+/module\\.ts$', '^src/app/route-files\\.gen\\.ts$'] },
      { path: '^src/modules/.*routes\\.ts$' },
    ),
    rule(
      'modules-are-listed-by-app',
      'What a module says of itself is for app, whose lists are derived from it.',
      { path: '^src/', pathNot: ['^src/app/modules\\.ts$', test] },
      { path: '^src/modules/[^/]+/module\\.ts$' },
    ),
    rule(
      'search-dashboard-and-site-are-leaves',
      'Search and dashboard may read any table, site shows the whole; no module imports them.',
      { path: '^src/modules/', pathNot: ['^src/modules/(search|dashboard|site)/', test] },
      { path: '^src/modules/(search|dashboard|site)/' },
    ),
    rule(
      'business-knows-no-webhooks',
      'The outbox is all that other modules know of webhooks.',
      { path: '^src/modules/', pathNot: '^src/modules/webhooks/' },
      { path: '^src/modules/webhooks/' },
    ),
    rule(
      'packages-stand-alone',
      'A package is usable without the rest of the repository.',
      { path: '^packages/', pathNot: test },
      { path: '^(src|test|tools)/' },
    ),
    // Scripts of pages (.js) are loaded by browsers.
    rule(
      'no-orphans',
      'Dead code.',
      { orphan: true, path: '^src/.*\\.ts$', pathNot: [test, '\\.d\\.ts$', '^src/entries/'] },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
