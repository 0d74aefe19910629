import { productEnv, removeDataDir, startProduct, stopProduct } from './product';

/** Global set-up of Playwright: the whole product from dist/, as `npm start` runs it. */
export default async function startProductForE2e(): Promise<() => Promise<void>> {
  const env = await productEnv();
  const product = await startProduct(env);
  process.env.E2E_BASE_URL = `http://${env.HOST}:${env.PORT}`;
  process.env.E2E_PRODUCT_PID = String(product.process.pid);
  process.env.E2E_DATA_DIR = env.DATA_DIR;
  process.env.E2E_INGEST_PORT = env.SRT_INGEST_PORT;
  return async () => {
    await stopProduct(product);
    await removeDataDir(env);
  };
}
