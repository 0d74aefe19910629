/** Posts JSON and reads the answer. @returns its status; 0 where there is none, because the connection or the attack ended */
export async function postJson(
  url: string,
  body: object,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // What a product under attack does with connections is what others measure.
    return 0;
  }
}
