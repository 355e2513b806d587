import { defineConfig } from 'vitest/config';

const integration = '*.int.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', `**/${integration}`, '**/.next*/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: [`{apps,packages,bench,scripts}/**/${integration}`],
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
