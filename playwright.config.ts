import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser';

/** They kill parts of the one product that all journeys share; found by file or title. */
const breaking = /(long-lived|recovery)\.spec\.ts|whose server is killed/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/start-product-for-e2e.ts',
  // Journeys mostly wait: three at once do each other no harm, even on two cores.
  workers: 3,
  projects: [
    { name: 'journeys', grepInvert: breaking },
    { name: 'breaking', grep: breaking, dependencies: ['journeys'], workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    // Set by the global set-up; the workers read this file again afterwards.
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: await browserLaunch(),
    // A trace of every journey, kept or not, costs as much again as the journey: ask for one with --trace=on.
    screenshot: 'only-on-failure',
  },
});
