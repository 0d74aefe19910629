import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/start-product-for-e2e.ts',
  // One product and two cores: journeys that watch video side by side would only starve each other.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    // Set by the global set-up; the workers read this file again afterwards.
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: await browserLaunch(),
    trace: 'retain-on-failure',
  },
});
