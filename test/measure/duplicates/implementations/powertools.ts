/** Powertools for AWS Lambda: a record is claimed before the work and completed after it; a claim ends with its function's time. */
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { lambdaContext } from '../../../../lib/gateway/lambda-context.ts';
import type { Adjustment, Implementation } from './implementation.ts';
import { dynamodb, openCard, requestTable } from './plain-card.ts';

export const powertools: Implementation = {
  name: 'Powertools for AWS Lambda',
  how: 'a record is claimed before the work and completed after it',
  open() {
    const persistenceStore = new DynamoDBPersistenceLayer({
      tableName: requestTable(),
      keyAttr: 'pk',
      expiryAttr: 'expires_at',
      awsSdkV3Client: dynamodb as never,
    });
    return openCard(async (adjustment, work) => {
      const config = new IdempotencyConfig({ eventKeyJmesPath: 'idempotencyKey' });
      config.registerLambdaContext(lambdaContext('adjust'));
      const once = makeIdempotent(async (_: Adjustment) => ({ status: 200, balance: await work() }), {
        persistenceStore,
        dataIndexArgument: 0,
        config,
      });
      return once(adjustment);
    });
  },
};
