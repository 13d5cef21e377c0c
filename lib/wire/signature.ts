/**
 * Amazon's signature, version 4, of requests without a query. For each request the SDK derives a digest of the credentials to look up
 * the key of the day; this signer keeps the last key and compares the credentials instead.
 */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { AwsCredentialIdentity, HttpRequest, RequestSigner } from '@smithy/types';

/** Signs for one service as long as a client lives. Credentials are read each time: they may have changed. */
export function dayKeySigner(service: string, credentials: () => Promise<AwsCredentialIdentity>): RequestSigner {
  const keyOf = keptKey();
  return {
    async sign(request: HttpRequest, { signingDate = new Date(), signingRegion = '' } = {}) {
      const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
      const time = new Date(signingDate).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const digest = hash('sha256', request.body);
      const headers: Record<string, string> = {
        ...request.headers,
        'x-amz-date': time,
        'x-amz-content-sha256': digest,
      };
      if (sessionToken) headers['x-amz-security-token'] = sessionToken;

      const names = Object.keys(headers).filter(isSigned).sort();
      const signed = names.join(';');
      const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
      const canonical = `${request.method}\n${request.path}\n\n${lines}\n${signed}\n${digest}`;

      const scope = `${time.slice(0, 8)}/${signingRegion}/${service}/aws4_request`;
      const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', canonical)}`;
      const signature = createHmac('sha256', keyOf(secretAccessKey, scope)).update(text).digest('hex');
      headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
      return { ...request, headers };
    },
  };
}

/** A proxy may change the trace of a request. */
const isSigned = (name: string): boolean => name.toLowerCase() !== 'x-amzn-trace-id';

/** The key of a secret, a day, a Region and a service: the last one is kept. */
function keptKey(): (secret: string, scope: string) => KeyObject {
  let kept: { secret: string; scope: string; key: KeyObject } | undefined;
  return (secret, scope) => {
    if (kept?.secret !== secret || kept.scope !== scope) kept = { secret, scope, key: derived(secret, scope) };
    return kept.key;
  };
}

/** Returns a key object, because Node is slower with a buffer. */
const derived = (secret: string, scope: string): KeyObject =>
  createSecretKey(
    scope
      .split('/')
      .reduce((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(`AWS4${secret}`)),
  );
