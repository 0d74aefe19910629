import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Method, methods } from '@/lib/contracts/api/addresses';
import type { EndpointSpec } from '@/lib/contracts/api/declare';
import type { Endpoint } from '@/lib/http/endpoint';
import type { Route } from '@/lib/http/route';

const root = 'app/api/v1';

/** An endpoint as a route file exports it. */
export interface RoutedEndpoint {
  method: Method;
  /** Below /api/v1, with placeholders such as {id}, as the folder says. */
  path: string;
  handler: Endpoint;
  spec: EndpointSpec;
}

/** Every route file under app/api/v1, with the path that it answers. */
export async function readRouteFiles(): Promise<{ path: string; route: Route }[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
  return Promise.all(
    files.map(async (file) => ({
      path: `/${path.dirname(file).replaceAll('[', '{').replaceAll(']', '}')}`,
      route: await import(path.resolve(root, file)),
    })),
  );
}

/** Every endpoint of every route file, so that no test can forget one. */
export async function readRoutes(): Promise<RoutedEndpoint[]> {
  return (await readRouteFiles()).flatMap(({ path: folder, route }) =>
    methods.flatMap((method) => {
      const handler = route[method];
      return 'spec' in handler ? [{ method, path: folder, handler, spec: handler.spec }] : [];
    }),
  );
}
