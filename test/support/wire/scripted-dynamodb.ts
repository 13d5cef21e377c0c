/** A server in DynamoDB's place with scripted answers, over HTTP or TLS, that keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { listen } from '../http/servers.ts';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** An object goes out as JSON. */
  body?: object | string;
  /** Closes the connection at once, or in the middle of the body; or says nothing at all. */
  instead?: 'closes' | 'breaks off' | 'is silent';
}

export interface Sent {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export class ScriptedDynamoDb {
  readonly sent: Sent[] = [];
  readonly #server;
  #answers: Answer[] = [];
  #heard = new AbortController();
  /** How many connections were opened. */
  connections = 0;

  constructor({ tls = false } = {}) {
    const onRequest = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    this.#server = tls ? createTlsServer(selfSigned, onRequest) : createServer(onRequest);
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on(tls ? 'secureConnection' : 'connection', () => {
      this.connections += 1;
    });
  }

  /** Returns its address, with the scheme http. */
  start(): Promise<string> {
    return listen(this.#server);
  }

  /** What comes next is answered so, one after the other; then with an empty output. Forgets what was sent. */
  script(...answers: readonly Answer[]): void {
    this.#answers = [...answers];
    this.sent.length = 0;
    this.connections = 0;
  }

  /** Aborts as soon as the next request has arrived. */
  whenHeard(): AbortSignal {
    this.#heard = new AbortController();
    return this.#heard.signal;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', url = '', headers, socket } = request;
    this.sent.push({ method, path: url, headers, body });
    this.#heard.abort();
    const answer = this.#answers.shift() ?? {};
    if (answer.instead === 'is silent') return;
    if (answer.instead === 'closes') return void socket.destroy();
    const payload = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    // A date would correct the clock of the caller.
    response.sendDate = false;
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(payload),
      'x-amzn-requestid': 'REQUEST',
      ...answer.headers,
    });
    if (answer.instead === 'breaks off') return void response.write('{', () => socket.destroy());
    response.end(payload);
  }
}

/** A certificate of 127.0.0.1 that signs itself, only for servers of tests: nothing else trusts it. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvTR7pb5AJ6Y4TmGt
gwpIrr9rOGmiUiLObqM1wI+ZpEmhRANCAARuZLS+y0yOD4pQJtThlWqyS3rWcIGS
RI2UIv+3VN43dk3/lRVbsg9bHD5bY+e8epc7xpLNmSq+Axa95h68P5fn
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUT5fP5oDTynrEmLhYL+MjSv9vIEcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMzAwMzM1NloYDzIxMjYxMDMw
MDAzMzU2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARuZLS+y0yOD4pQJtThlWqyS3rWcIGSRI2UIv+3VN43dk3/lRVbsg9b
HD5bY+e8epc7xpLNmSq+Axa95h68P5fno2QwYjAdBgNVHQ4EFgQUyrh1bVyUvRl2
eiegGVLJoEPOQ+YwHwYDVR0jBBgwFoAUyrh1bVyUvRl2eiegGVLJoEPOQ+YwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQCAExGOIuLZrNQ/5nHvrMIUvzt2NrvheFxmpDj8cQapjwIhAPAEMlRkRdchmCf9
dsZTSL+pW5y1SeZS//CEJsHmYC3w
-----END CERTIFICATE-----
`,
} as const;
