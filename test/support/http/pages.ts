/** Calls the pages for shoppers as API Gateway calls them. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { lambdaContext, proxyEvent } from '../../../lib/gateway/proxy-event.ts';
import type { ShopperPage } from '../../../lib/schema/shopper-page.ts';
import { handlerOf } from '../handlers.ts';
import { patience } from '../patience.ts';

export interface PageInput {
  method?: 'GET' | 'POST';
  /** As it is in the address, after the question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The event that the gateway would build of a request. */
export function pageEventOf(page: ShopperPage, input: PageInput): APIGatewayProxyEvent {
  const { method = 'GET', query = '', headers = {}, body = '' } = input;
  return proxyEvent(
    { ...page, method },
    {},
    {
      method,
      target: query === '' ? page.path : `${page.path}?${query}`,
      headers: Object.entries(headers),
      body: Buffer.from(body),
    },
  );
}

export interface PageReply {
  status: number;
  headers: Record<string, string>;
  html: string;
}

/** What a page replies to a request. */
export async function openPage(page: ShopperPage, input: PageInput): Promise<PageReply> {
  const handler = await handlerOf(page);
  const result = (await handler(pageEventOf(page, input), lambdaContext(page.name, patience))) as APIGatewayProxyResult;
  return {
    status: result.statusCode,
    headers: Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    html: result.body,
  };
}
