/** The account of scripts/seed.mjs. */
export const demo = { email: 'demo@example.com', password: 'demo-password' };

export interface Api {
  token: string;
  get<Data>(path: string): Promise<Data>;
  post<Data>(path: string, body?: object): Promise<Data>;
  put(path: string, body: object): Promise<void>;
  patch(path: string, body: object): Promise<void>;
  delete(path: string): Promise<void>;
}

async function call(baseUrl: string, path: string, init: RequestInit, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  if (response.status === 204) return null;
  return ((await response.json()) as { data: unknown }).data;
}

async function logIn(baseUrl: string, user: { email: string; password: string }): Promise<string> {
  const answer = await call(baseUrl, '/auth/login', { method: 'POST', body: JSON.stringify({ user }) });
  return (answer as { token: string }).token;
}

export async function signInByPassword(baseUrl: string, user: { email: string; password: string }): Promise<Api> {
  const token = await logIn(baseUrl, user);
  return {
    token,
    get: async <Data>(path: string) => (await call(baseUrl, path, {}, token)) as Data,
    post: async <Data>(path: string, body: object = {}) =>
      (await call(baseUrl, path, { method: 'POST', body: JSON.stringify(body) }, token)) as Data,
    put: async (path, body) => {
      await call(baseUrl, path, { method: 'PUT', body: JSON.stringify(body) }, token);
    },
    patch: async (path, body) => {
      await call(baseUrl, path, { method: 'PATCH', body: JSON.stringify(body) }, token);
    },
    delete: async (path) => {
      await call(baseUrl, path, { method: 'DELETE' }, token);
    },
  };
}

export async function signUp(baseUrl: string): Promise<string> {
  const user = { email: 'new@example.com', password: 'demo-password', first_name: 'New' };
  const body = JSON.stringify({ organization: { name: 'Newcomers' }, user });
  await call(baseUrl, '/auth/signup', { method: 'POST', body });
  return logIn(baseUrl, user);
}
