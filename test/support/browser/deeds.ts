/** What a page tries against a server of which it does not know what it is: everything that harms one of them. */

import { exampleOfEvent } from '../../../bin/reference/asyncapi/event-schemas.ts';
import type { Deed } from './deed.ts';

/** An object that is there before. */
export const victim = 'files/sto_demo/pdf_victim';

const bucket = '/store-commerce-api';
const inADay = new Date(Date.now() + 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const madeUp = `?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${inADay}&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=0`;

const read = [
  ...['/', '/clock/', '/docs/', '/events/messages.json', '/mail/messages.json'],
  ...[
    '/store',
    '/health',
    '/_fauxqs/queues',
    `${bucket}?list-type=2`,
    `${bucket}/${victim}`,
    `${bucket}/${victim}${madeUp}`,
  ],
];

const looks: readonly Deed[] = read.flatMap((path) =>
  (['fetch', 'image', 'script'] as const).map((way): Deed => ({ way, method: 'GET', path })),
);

const asText = { 'Content-Type': 'text/plain' };

const { source: Source, detail } = exampleOfEvent('review.posted');
/** An equals sign in each: a form writes one between the name of a field and its value. */
const clock = JSON.stringify({ advance_seconds: 3600, x: '=' });
const event = JSON.stringify({
  x: '=',
  Entries: [{ EventBusName: 'StoreCommerceApi', Source, DetailType: detail.type, Detail: JSON.stringify(detail) }],
});
const key = JSON.stringify({ store_id: 'sto_demo', permission: 'Write', name: 'evil=' });
const invocation = '/2015-03-31/functions/StoreCommerceApi-create-api-key/invocations';

/** What a browser sends without asking first. */
const simple: readonly Omit<Deed, 'way'>[] = [
  { method: 'POST', path: '/clock/', headers: asText, body: clock },
  { method: 'POST', path: '/eventbridge', headers: asText, body: event },
  { method: 'POST', path: invocation, headers: asText, body: key },
  { method: 'POST', path: '/clear-store', headers: asText, body: 'x=' },
];

const upload = ['--b', 'Content-Disposition: form-data; name="key"', '', 'evil', '--b']
  .concat('Content-Disposition: form-data; name="file"; filename="evil"', '', 'evil', '--b--', '')
  .join('\r\n');

const rest: readonly Omit<Deed, 'way'>[] = [
  { method: 'POST', path: '/clear-store' },
  { method: 'POST', path: bucket, headers: { 'Content-Type': 'multipart/form-data; boundary=b' }, body: upload },
  { method: 'POST', path: '/', headers: asTarget('DynamoDB_20120810.ListTables'), body: '{}' },
  {
    method: 'POST',
    path: '/',
    headers: asTarget('DynamoDB_20120810.Scan'),
    body: JSON.stringify({ TableName: 'StoreCommerceApi' }),
  },
  {
    method: 'POST',
    path: '/',
    headers: asTarget('DynamoDB_20120810.DeleteTable'),
    body: JSON.stringify({ TableName: 'StoreCommerceApi-requests' }),
  },
  {
    method: 'POST',
    path: '/',
    headers: asTarget('AmazonSQS.CreateQueue'),
    body: JSON.stringify({ QueueName: 'evil' }),
  },
  {
    method: 'POST',
    path: '/v2/email/outbound-emails',
    headers: { Authorization: 'AWS4-HMAC-SHA256 x', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      FromEmailAddress: 'evil@example.com',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: { Simple: { Subject: { Data: 'evil' }, Body: { Text: { Data: 'evil' } } } },
    }),
  },
  {
    method: 'PUT',
    path: `${bucket}/media/gift-options/evil.html`,
    headers: { 'Content-Type': 'text/html' },
    body: 'evil',
  },
  { method: 'PUT', path: `${bucket}/files/sto_demo/evil${madeUp}`, body: 'evil' },
  { method: 'DELETE', path: `${bucket}/${victim}` },
  { method: 'DELETE', path: `${bucket}/${victim}${madeUp}` },
];

function asTarget(target: string): Record<string, string> {
  return { 'X-Amz-Target': target, 'Content-Type': 'application/x-amz-json-1.0', Authorization: 'AWS4-HMAC-SHA256 x' };
}

export const deeds: readonly Deed[] = [
  ...looks,
  { way: 'events', method: 'GET', path: '/events/live' },
  ...simple.flatMap((deed): Deed[] => [
    { way: 'form', ...deed },
    { way: 'fetch without reading', ...deed },
    { way: 'fetch', ...deed },
  ]),
  ...rest.map((deed): Deed => ({ way: 'fetch', ...deed })),
];
