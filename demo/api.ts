/** A client of the public HTTP API, with an optional bearer token. */
export type Api = {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<T>;
};

/** Throws on anything but 2xx, with the problem's code and detail: the demonstration has no fallback. */
export function apiAt(baseUrl: string, token?: string): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  return { get: (path) => call('GET', path), send: call };
}

/** Polls every `everyMilliseconds` and returns the first value of `ask`, or undefined after `withinMilliseconds`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined>,
  { withinMilliseconds, everyMilliseconds }: { withinMilliseconds: number; everyMilliseconds: number },
): Promise<T | undefined> {
  const end = Date.now() + withinMilliseconds;
  for (;;) {
    const value = await ask();
    if (value !== undefined || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
  }
}
