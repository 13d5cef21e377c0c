/** Calls of `/shop/v1/` with a shopper token. */

/** Milliseconds within which an answer must come. */
export const patience = 30_000;

/** The result of a call, or the code of the contract's error envelope and the wrong fields; an empty code if no answer came. */
export type Answer = { result: Readonly<Record<string, unknown>> } | { code: string; fields?: readonly string[] };

interface Call {
  /** Origin of the service, and the path of the call. */
  url: string;
  token: string;
  method?: 'GET' | 'POST' | 'PUT';
  body?: Readonly<Record<string, unknown>>;
}

/** Sends a call. A repeat changes nothing: every call has the same effect twice. Throws if no answer comes. */
export async function send({ url, token, method = 'POST', body }: Call): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Shopper ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  const json: unknown = await response.json();
  if (response.ok) return { result: Object(json) };
  const fields = response.headers.get('X-Error-Field')?.split(', ') ?? [];
  return { code: String(Object(json).code), fields };
}
