/** What the gateway answers by itself, before or in place of a function: the stack's gateway responses, the local gateway. */
export const gatewayErrors = {
  unknownRoute: { status: 404, code: 'NOT_FOUND', message: 'Resource not found' },
  /** More bytes than `limits.gatewayPayload`. */
  payloadTooLarge: { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'Payload too large' },
  /** A function that crashed, ran out of time or answered nothing that is a reply. */
  failure: { status: 500, code: 'INTERNAL_ERROR', message: 'Internal server error' },
} as const;

export type GatewayError = (typeof gatewayErrors)[keyof typeof gatewayErrors];
