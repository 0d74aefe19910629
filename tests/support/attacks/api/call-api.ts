import type { AttackTarget } from '../attack';

interface Call {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API with the attacker's account and reads the answer.
 * @returns its status, and its `data`; status 0 where there is no answer, because the connection or the attack ended
 */
export async function callApi(
  { baseUrl, token }: Pick<AttackTarget, 'baseUrl' | 'token'>,
  path: string,
  { method = 'GET', body, headers = {}, signal }: Call = {},
): Promise<{ status: number; data: { id: string } | undefined }> {
  try {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    return { status: response.status, data: text ? JSON.parse(text).data : undefined };
  } catch {
    // A broken connection is no fault here; the camera watch and the health checks judge the product.
    return { status: 0, data: undefined };
  }
}
