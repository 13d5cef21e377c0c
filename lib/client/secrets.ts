/** Takes out of a text what no error may hold: the API key, and what makes an address more than an address. */
export type Redact = (text: string) => string;

const credentials = /(:\/\/)[^\s/?#"'<>]*@/g;
const query = /(:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g;
/** Of a signed link, where its beginning is missing. */
const signature = /X-Amz-[\w-]+=[^\s&"'<>]*/gi;

export const redacting =
  (apiKey: string): Redact =>
  (text) =>
    text.replaceAll(apiKey, 'sk_…').replaceAll(credentials, '$1').replaceAll(query, '$1?…').replaceAll(signature, '…');

/** The same error without secrets, for whoever looks for the cause of one. */
export function causeOf(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = causeOf(error.cause, redact);
  const told = new Error(redact(error.message), cause && { cause });
  return Object.assign(told, { name: error.name, ...('code' in error && { code: redact(String(error.code)) }) });
}

/** Why a request failed. Told is its code or a text without secrets; where there are any, the error's name alone. */
export function reasonOf(error: unknown, redact: Redact): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return '';
  const said = 'code' in cause ? String(cause.code) : cause.message;
  return `: ${said !== '' && redact(said) === said ? said : cause.name}`;
}
