/** Where the SDK puts events: `AWS_ENDPOINT_URL_EVENTBRIDGE` is the server's base and this path. */
export const busPath = '/eventbridge';
