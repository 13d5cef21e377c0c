/** Removes secrets from a text: the API key, and the credentials, query and signature of URLs. */
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

/** Removes the signature of a signed link, even if the start of the link is missing. */
function withoutSignature(parameter: string): string {
  const name = parameter.search(/X-Amz-/i);
  return name >= 0 && parameter.includes('=', name) ? `${parameter.slice(0, name)}…` : parameter;
}

/** The same error without secrets, for the `cause` of another error. */
export function causeOf(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = causeOf(error.cause, redact);
  const redacted = new Error(redact(error.message), cause && { cause });
  return Object.assign(redacted, { name: error.name, ...('code' in error && { code: redact(String(error.code)) }) });
}

/** Why a request failed: the error's code or text, or only its name if that contains secrets. */
export function reasonOf(error: unknown, redact: Redact): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return '';
  const said = 'code' in cause ? String(cause.code) : cause.message;
  return `: ${said !== '' && redact(said) === said ? said : cause.name}`;
}
