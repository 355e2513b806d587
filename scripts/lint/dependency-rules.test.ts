import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const config = fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url));
const command = fileURLToPath(new URL('../../node_modules/.bin/depcruise', import.meta.url));

/** Files of a small repository that breaks the rules, each with the rules that must name it. */
const broken: Record<string, { text: string; rules: string[] }> = {
  'packages/stats/src/from-domain.ts': { text: "import '../../domain/src/ok.ts';", rules: ['arrow-stats'] },
  'packages/contracts/src/type-only.ts': {
    text: "import type { Ok } from '../../db/src/ok.ts';\nexport type A = Ok;",
    rules: ['arrow-contracts'],
  },
  'packages/analysis/src/on-node.ts': {
    text: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
    rules: ['pure-packages-know-no-platform'],
  },
  'packages/queue/src/from-db.ts': {
    text: "export { ok } from '../../db/src/ok.ts';",
    rules: ['arrow-queue'],
  },
  'packages/services/src/from-app.ts': {
    text: "import '../../../apps/web/src/ok.ts';",
    rules: ['arrow-services'],
  },
  'packages/domain/src/circle-a.ts': { text: "import './circle-b.ts';", rules: ['no-circular'] },
  'packages/domain/src/nowhere.ts': { text: "import './not-there.ts';", rules: ['no-unresolvable'] },
  'packages/services/src/from-tests.ts': {
    text: "import '../../testkit/src/ok.ts';",
    rules: ['arrow-services', 'test-code-stays-in-tests'],
  },
  'apps/web/src/features/from-db.ts': {
    text: "export const load = () => import('../../../../packages/db/src/ok.ts');",
    rules: ['apps-wire-adapters-in-one-place'],
  },
  'apps/cli/src/from-services.ts': {
    text: "import '../../../packages/services/src/ok.ts';",
    rules: ['cli-speaks-rest-only'],
  },
  'apps/worker/src/from-web.ts': {
    text: "import '../../web/src/ok.ts';",
    rules: ['apps-do-not-know-one-another'],
  },
};

/** Files beside them that keep the rules. */
const kept: Record<string, string> = {
  ...Object.fromEntries(
    ['packages/domain', 'packages/db', 'packages/services', 'packages/testkit', 'apps/web'].map((folder) => [
      `${folder}/src/ok.ts`,
      'export const ok = 1;\nexport type Ok = number;',
    ]),
  ),
  // A circle is reported once, at its first file.
  'packages/domain/src/circle-b.ts': "import './circle-a.ts';",
  'apps/web/src/server/container.ts': "import '../../../../packages/db/src/ok.ts';",
  'packages/services/src/uses-db.ts': "import '../../db/src/ok.ts';",
  'packages/stats/src/stats.test.ts':
    "import { readFileSync } from 'node:fs';\nimport '../../testkit/src/ok.ts';\nreadFileSync;",
};

const output = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});
const found = new Map<string, string[]>();
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'proofload-rules-'));
  const texts = Object.entries(broken).map(([path, { text }]) => [path, text] as const);
  for (const [path, text] of [...texts, ...Object.entries(kept)]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const args = [command, '--config', config, '--output-type', 'json', 'apps', 'packages'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  for (const { from, rule } of output.parse(JSON.parse(stdout)).summary.violations) {
    found.set(from, [...(found.get(from) ?? []), rule.name].sort());
  }
});
afterAll(() => rmSync(root, { recursive: true }));

it.each(Object.entries(broken))('the arrows refuse %s', (path, { rules }) => {
  expect(found.get(path)).toEqual(rules);
});

it('the arrows allow what keeps them', () => {
  expect(Object.keys(kept).filter((path) => found.has(path))).toEqual([]);
});
