import './tests/support/warnings/refuse-own-warnings';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/journeys/browser';

/**
 * These journeys run one at a time. They kill processes that all journeys share, or need LiveKit to find the machine fast
 * enough for source layers.
 */
const alone = /@alone/;
/** Checks of every page and of every fault, and those that wait for time to pass: see `long` in vitest.config.ts. */
const long = [
  '**/accessibility.spec.ts',
  '**/alarm-times.spec.ts',
  '**/alarms.spec.ts',
  '**/calibration.spec.ts',
  '**/design-system.spec.ts',
  '**/every-control.spec.ts',
  '**/frame-lock.spec.ts',
  '**/in-step-by-sound.spec.ts',
  '**/landing.spec.ts',
  '**/live-events.spec.ts',
  '**/never-lies.spec.ts',
  '**/no-sideways-scroll.spec.ts',
  '**/page-weight.spec.ts',
  '**/phones.spec.ts',
  '**/recordings-layout.spec.ts',
  '**/screen-latency.spec.ts',
  '**/share-links.spec.ts',
  '**/shell.spec.ts',
  '**/spec/*.spec.ts',
  '**/tally.spec.ts',
  '**/tcp-only.spec.ts',
  '**/translated.spec.ts',
  '**/unknown-values.spec.ts',
  '**/webhooks.spec.ts',
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/product/start-product-for-e2e.ts',
  // As many as the smallest machine has cores.
  workers: 2,
  // Real cameras on a machine that is shared with others: one that fails once and then passes is reported.
  retries: 1,
  projects: [
    { name: 'journeys', grepInvert: alone, testIgnore: long },
    { name: 'long', grepInvert: alone, testMatch: long },
    { name: 'alone', grep: alone, dependencies: ['journeys', 'long'], workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    // Set by the global set-up; the workers read this file again afterwards.
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: await browserLaunch(),
    // As a window on a screen has it; without one Chromium refuses it.
    permissions: ['screen-wake-lock'],
    // A trace of every journey, kept or not, costs half as much again as the journey: ask for one with --trace=on.
    screenshot: 'only-on-failure',
  },
});
