import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const systemChromium = process.env.PLAYWRIGHT_CHROMIUM || '/usr/bin/chromium';
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  // Loads disturb one another, and so do tests that measure them.
  workers: 1,
  fullyParallel: false,
  // Machines of a CI are shared: there a test that fails is repeated once, and named in the summary.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Generous, as machines are shared: what is right comes sooner.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-GB',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'flows', testMatch: 'flows/*.spec.ts' }],
});
