import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** Draws the pictures of every page, and those of docs/screens; see screens.ts. They are replaced once all are taken. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: 'screens.ts',
  outputDir: '../../test-results/screens',
  globalSetup: '../support/product/start-product-for-e2e.ts',
  reporter: 'list',
  retries: 0,
  timeout: 300_000,
  use: { ...base.use, actionTimeout: 15_000 },
});
