/** What a million requests of an endpoint cost on AWS's list prices. */

/**
 * US dollars in us-east-1 on demand, as published since November 2024. Left out: free tiers, data transfer and storage, and
 * what few requests need (S3, SQS, SES).
 */
export const prices = {
  asOf: '2024-11, us-east-1',
  readUnits: 0.125 / 1e6,
  writeUnits: 0.625 / 1e6,
  distributionRequest: 1 / 1e6,
  gatewayRequest: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.0000133334,
  logGigabyte: 0.5,
} as const;

/** What a warm function is billed for: DynamoDB answers in single-digit milliseconds, and a request logs one line. */
const assumed = { roundTripMilliseconds: 5, gigabytes: 0.5, cpuShare: 512 / 1769, logBytes: 1000 } as const;

export interface Usage {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  /** Microseconds on a full core. */
  cpu: number;
}

/** US dollars per million requests: distribution, gateway, function, table and logs. */
export function costPerMillion({ roundTrips, readUnits, writeUnits, cpu }: Usage): number {
  const seconds = (roundTrips * assumed.roundTripMilliseconds + cpu / 1000 / assumed.cpuShare) / 1000;
  const one =
    prices.distributionRequest +
    prices.gatewayRequest +
    prices.lambdaRequest +
    (assumed.logBytes / 1e9) * prices.logGigabyte +
    seconds * assumed.gigabytes * prices.lambdaGigabyteSecond +
    readUnits * prices.readUnits +
    writeUnits * prices.writeUnits;
  return one * 1e6;
}
