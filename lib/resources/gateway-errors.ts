/** Errors that the gateway itself returns, before or instead of a function. The stack's gateway responses and the local gateway use them. */
export const gatewayErrors = {
  unknownRoute: { status: 404, code: 'NOT_FOUND', message: 'Resource not found' },
  /** A request that the gateway cannot read. */
  malformed: { status: 400, code: 'INVALID_REQUEST_ERROR', message: 'Malformed request' },
  /** More bytes than `limits.functionBody`. */
  payloadTooLarge: { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'Payload too large' },
  /** The gateway's own limit on all requests of the account, not the limit of a store and key. */
  throttled: { status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded' },
  /** A request that the firewall blocks. */
  blocked: { status: 403, code: 'FORBIDDEN', message: 'Insufficient permissions' },
  /** A function that crashed, timed out or returned no valid reply. */
  failure: { status: 500, code: 'INTERNAL_ERROR', message: 'Internal server error' },
} as const;

export type GatewayError = (typeof gatewayErrors)[keyof typeof gatewayErrors];
