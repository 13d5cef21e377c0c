import type { APIGatewayProxyResult } from 'aws-lambda';
import { neverStored } from '../schema/operation.ts';

/** An endpoint's reply; without `body` where the contract's reply has none. */
export interface Reply {
  status: number;
  body?: unknown;
  /** The reply was already given to an earlier attempt of the request. */
  replayed?: true;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const noContent = (): Reply => ({ status: 204 });

/** The reply as API Gateway's Lambda proxy integration takes it. */
export function toProxyResult({ status, body }: Reply, headers: Record<string, string>): APIGatewayProxyResult {
  if (body === undefined) return { statusCode: status, headers: { ...neverStored, ...headers }, body: '' };
  return {
    statusCode: status,
    headers: { 'Content-Type': 'application/json', ...neverStored, ...headers },
    body: JSON.stringify(body),
  };
}
