/** Import rules: ARCHITECTURE.md gives the reasons. */
const feature = (name) => `^server/src/features/${name}/`;
const UPHILL = [
  'audit',
  'outbox',
  'auth',
  'catalogue',
  'previews',
  'scheduling',
  'waiting',
  'seating',
  'waitlist',
  'booking',
  'check-in',
  'mail',
  'totals',
  'admin-bookings',
  'seat-layout',
  'cancelling',
  'analytics',
  'activity',
  'users',
  'admin-search',
  'audit-log',
  'profile',
  'demo',
];
/** Lowest first: a folder of the platform imports only from the folders before it. `time` stands alone. */
const PLATFORM = ['errors', 'observability', 'process', 'database', 'security', 'batching', 'http', 'live', 'backup'];
const platform = (name) => `^server/src/platform/${name}/`;

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', 'node_modules/zod/'] },
    },
    {
      name: 'rules-that-pages-compute-with-stay-without-zod',
      severity: 'error',
      from: { path: '^contract/src/(csv|limits|money|seats)\\.ts$' },
      to: { path: 'node_modules/zod/', reachable: true },
    },
    {
      name: 'embedded-postgres-stands-alone',
      severity: 'error',
      from: { path: '^embedded-postgres/src' },
      to: { path: '^(bench|contract|e2e|server|tools|web)/' },
    },
    {
      name: 'embedded-postgres-has-one-entry',
      severity: 'error',
      from: { pathNot: '^embedded-postgres/src' },
      to: { path: '^embedded-postgres/', pathNot: '^embedded-postgres/src/embedded-postgres\\.ts$' },
    },
    {
      name: 'no-test-helpers-in-the-product',
      severity: 'error',
      from: { path: '^(contract|embedded-postgres|server|web)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|web)/test/' },
    },
    { name: 'server-not-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    { name: 'web-not-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform' },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'platform-knows-no-type-of-a-feature',
      severity: 'error',
      // The tables of all features use the types of the contract.
      from: { path: '^server/src/platform', pathNot: ['platform/database/column-types\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^contract/src/', pathNot: '^contract/src/(errors|http|limits|live)\\.ts$' },
    },
    {
      name: 'features-and-platform-know-neither-app-nor-config',
      severity: 'error',
      from: { path: '^server/src/(features|platform)/' },
      to: { path: '^server/src/[^/]+\\.ts$' },
    },
    {
      name: 'config-knows-only-addresses-typos-the-brand-and-how-to-refuse',
      severity: 'error',
      from: { path: '^server/src/config\\.ts$' },
      to: {
        path: '^server/src/',
        pathNot:
          '^server/src/(misspelled-settings|brand-settings|platform/(http/brand|security/client-address|errors/start-error))\\.ts$',
      },
    },
    {
      name: 'only-edges-know-fastify',
      severity: 'error',
      from: {
        path: '^server/src',
        pathNot: ['^server/src/platform', '\\.routes\\.ts$', '^server/src/app\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: 'node_modules/(@fastify|fastify)' },
    },
    {
      name: 'only-sql-knows-the-driver',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/platform', '\\.sql\\.ts$', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'only-realtime-knows-socket-io',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/platform/live/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(socket\\.io|engine\\.io)' },
    },
    {
      name: 'only-trace-export-knows-opentelemetry',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/platform/observability/trace-export\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'tracing-is-loaded-when-it-is-asked-for',
      severity: 'error',
      from: { path: '^server/src' },
      to: {
        path: '^server/src/platform/observability/trace-export\\.ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'sql-and-routes-are-private',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/[^/]+/.+\\.(sql|routes)\\.ts$', pathNot: '^server/src/features/$1/' },
    },
    ...UPHILL.slice(0, -1).map((name, index) => ({
      name: `${name}-looks-only-downhill`,
      severity: 'error',
      from: { path: feature(name) },
      to: { path: UPHILL.slice(index + 1).map(feature) },
    })),
    ...PLATFORM.slice(0, -1).map((name, index) => ({
      name: `platform-${name}-imports-only-lower-folders`,
      severity: 'error',
      from: { path: platform(name), pathNot: '\\.test\\.ts$' },
      to: { path: [...PLATFORM.slice(index + 1), 'time'].map(platform) },
    })),
    {
      name: 'web-lib-and-ui-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)' },
      to: { path: '^web/src/(features|app)' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^web/src/features' },
      to: { path: '^web/src/app' },
    },
    {
      name: 'web-features-never-meet',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
