/** Takes out of a text what no error may hold: the API key, and what makes an address more than an address. */
export type Redact = (text: string) => string;

const credentials = /(:\/\/)[^\s/?#"'<>]*@/g;
const words = /[^\s"'<>]+/g;
const parameters = /[^\s&"'<>]+/g;

export const redacting =
  (apiKey: string): Redact =>
  (text) =>
    text
      .replaceAll(apiKey, 'sk_…')
      .replaceAll(credentials, '$1')
      .replaceAll(words, withoutQuery)
      .replaceAll(parameters, withoutSignature);

function withoutQuery(word: string): string {
  const address = word.indexOf('://');
  const query = address < 0 ? -1 : word.slice(address).search(/[?#]/);
  return query < 0 ? word : `${word.slice(0, address + query)}?…`;
}

/** Of a signed link whose beginning may be missing. */
function withoutSignature(parameter: string): string {
  const name = parameter.search(/X-Amz-/i);
  return name >= 0 && parameter.includes('=', name) ? `${parameter.slice(0, name)}…` : parameter;
}

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
