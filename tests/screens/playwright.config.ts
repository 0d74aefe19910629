import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** Draws the pictures of docs/screens; see screens.ts. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: 'screens.ts',
  outputDir: '../../test-results/screens',
  globalSetup: '../support/product/start-product-for-e2e.ts',
  reporter: 'list',
  timeout: 540_000,
});
