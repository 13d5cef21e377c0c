import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The gateway hands bodies over as bytes. */
export const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): string =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
