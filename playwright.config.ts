import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/journeys/browser';

/**
 * One at a time, by file or title: those that kill parts of the product that all journeys share, and the one for which
 * LiveKit must find the machine fast enough for the source layer.
 */
const alone = /(long-lived|recovery)\.spec\.ts|whose server is killed|live tiles show small pictures/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/product/start-product-for-e2e.ts',
  // As many as the smallest machine has cores.
  workers: 2,
  // Real cameras on a machine that is shared with others: one that fails once and then passes is reported.
  retries: 1,
  projects: [
    { name: 'journeys', grepInvert: alone },
    { name: 'alone', grep: alone, dependencies: ['journeys'], workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    // Set by the global set-up; the workers read this file again afterwards.
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: await browserLaunch(),
    // A trace of every journey, kept or not, costs half as much again as the journey: ask for one with --trace=on.
    screenshot: 'only-on-failure',
  },
});
