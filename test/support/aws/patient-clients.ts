/** The clients of AWS wait as long as a busy machine takes: a time-out of theirs would be the machine's mood. */
import { ses, sesOnce } from '../../../lib/mail/send.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { patience } from '../patience.ts';

interface HttpHandler {
  updateHttpClientConfig(name: 'connectionTimeout' | 'requestTimeout', milliseconds: number): void;
}

for (const { config } of [dynamodb, s3(), sqs, ses, sesOnce]) {
  const handler = config.requestHandler as unknown as HttpHandler;
  handler.updateHttpClientConfig('connectionTimeout', patience);
  handler.updateHttpClientConfig('requestTimeout', patience);
}
