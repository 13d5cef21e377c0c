/**
 * The middleware of a DynamoDB command: the SDK's serializer, retries, trace header and clock correction, and nothing
 * for other services. Its HTTP handler comes after that.
 */
import type { DynamoDBClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-dynamodb';
import { getRecursionDetectionPlugin } from '@aws-sdk/core/client';
import { AwsSdkSigV4Signer } from '@aws-sdk/core/httpAuthSchemes';
import { constructStack } from '@smithy/core/client';
import { HttpRequest } from '@smithy/core/protocols';
import { getRetryPlugin } from '@smithy/core/retry';
import { getSchemaSerdePlugin } from '@smithy/core/schema';
import type { BuildMiddleware, FinalizeRequestMiddleware } from '@smithy/types';
import { isOn } from '../runtime/settings.ts';

/** Commands add the middleware that turns documents into attributes, before the SDK's serializer. */
export function leanStack(config: DynamoDBClientResolvedConfig) {
  const stack = constructStack<ServiceInputTypes, ServiceOutputTypes>();
  stack.use(getSchemaSerdePlugin(forSerializer(config)));
  stack.use(getRecursionDetectionPlugin(config));
  stack.add(identified(config), { name: 'identified', step: 'build' });
  stack.use(getRetryPlugin(config));
  stack.add(signing(config), { name: 'signing', step: 'finalizeRequest' });
  return stack;
}

/** The few of a client's fifty settings that its serializer reads: it copies its settings twice for each command. */
function forSerializer(config: DynamoDBClientResolvedConfig) {
  const { protocol, endpoint, urlParser, requestHandler, streamCollector, disableHostPrefix } = config;
  const { base64Decoder, base64Encoder, utf8Decoder, utf8Encoder } = config;
  const coders = { base64Decoder, base64Encoder, utf8Decoder, utf8Encoder };
  return { protocol, endpoint, urlParser, requestHandler, streamCollector, disableHostPrefix, ...coders };
}

/** Fails before the retries if credentials are missing: a retry would not help. */
const identified =
  (config: DynamoDBClientResolvedConfig): BuildMiddleware<ServiceInputTypes, ServiceOutputTypes> =>
  (next) =>
  async (args) => {
    await config.credentials();
    return next(args);
  };

/** Signs each try again, as a signature contains a time, and corrects the clock by the answer. */
function signing(
  config: DynamoDBClientResolvedConfig,
): FinalizeRequestMiddleware<ServiceInputTypes, ServiceOutputTypes> {
  const scheme = new AwsSdkSigV4Signer();
  return (next, context) => async (args) => {
    if (!HttpRequest.isInstance(args.request)) throw new Error('There is no request to sign');
    const properties = { config, context, signingRegion: await config.region(), signingName: 'dynamodb' };
    const request = await scheme.sign(args.request, await config.credentials(), properties);
    const result = await next({ ...args, request }).catch(scheme.errorHandler(properties));
    scheme.successHandler(result.response, properties);
    return result;
  };
}

/** Read once, while the function starts. */
export const sdkAsIs = isOn('SDK_AS_IS');
