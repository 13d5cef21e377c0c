/** What a request writes to its function's log, as it does on AWS: at the usual level, with the metrics that CloudWatch takes from it. */
export async function loggedBytes(request: () => Promise<unknown>): Promise<number> {
  const { LOG_LEVEL, METRICS_NAMESPACE } = process.env;
  const { write } = process.stdout;
  let bytes = 0;
  Object.assign(process.env, { LOG_LEVEL: 'info', METRICS_NAMESPACE: 'StoreCommerceApi' });
  process.stdout.write = ((text: string) => {
    bytes += Buffer.byteLength(text);
    return true;
  }) as typeof write;
  try {
    await request();
  } finally {
    process.stdout.write = write;
    for (const [name, value] of Object.entries({ LOG_LEVEL, METRICS_NAMESPACE })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  return bytes;
}
