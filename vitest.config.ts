import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const integration = '*.int.test.ts';

const alias = {
  '@': fileURLToPath(new URL('./apps/web/src', import.meta.url)),
  // Throws outside of a server bundle; tests call server code directly.
  'server-only': fileURLToPath(new URL('./node_modules/server-only/empty.js', import.meta.url)),
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{apps,packages,bench,testbed}/**/*.test.{ts,tsx}', '{scripts,studies}/**/*.test.ts'],
          exclude: ['**/node_modules/**', `**/${integration}`, '**/.next*/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: [`{apps,packages,bench,scripts,testbed}/**/${integration}`],
          exclude: ['**/node_modules/**', '**/.next*/**'],
          globalSetup: ['./packages/testkit/src/integration-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
