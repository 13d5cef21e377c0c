import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { requestTableDefinition, storeTableDefinition, type TableIndex } from '../lib/schema/tables.ts';
import { idFor, type StackOptions } from './options.ts';

const attributeType = { S: AttributeType.STRING, N: AttributeType.NUMBER };

const projected = (projection: TableIndex['projection']) => {
  if (projection === undefined) return { projectionType: ProjectionType.ALL };
  if (projection === 'keys') return { projectionType: ProjectionType.KEYS_ONLY };
  return { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] };
};

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** If restored to the same moment as the store table, the request table reports no lost write as done. */
const bothTables = {
  billing: Billing.onDemand(),
  encryption: TableEncryptionV2.dynamoOwnedKey(),
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
};

/**
 * The table of all entities, and the one of items that expire: both outlive the stack, and can be restored together.
 */
export class Tables extends Construct {
  readonly store: TableV2;
  readonly requests: TableV2;

  constructor(scope: Construct, id: string, { restored }: StackOptions) {
    super(scope, id);
    this.store = new TableV2(this, idFor('Store', restored.storeTable), {
      ...bothTables,
      ...(restored.storeTable && { tableName: restored.storeTable }),
      partitionKey: text(storeTableDefinition.partitionKey),
      sortKey: text(storeTableDefinition.sortKey),
      globalSecondaryIndexes: storeTableDefinition.indexes.map(
        ({ name, partitionKey, sortKey, projection }: TableIndex) => ({
          indexName: name,
          partitionKey: text(partitionKey),
          sortKey: { name: sortKey.name, type: attributeType[sortKey.type] },
          ...projected(projection),
        }),
      ),
      timeToLiveAttribute: storeTableDefinition.timeToLive,
      dynamoStream: StreamViewType[storeTableDefinition.stream],
      deletionProtection: true,
      // Also after a failed first deployment: if protected, it could not be deleted, and the roll-back would fail too.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.requests = new TableV2(this, idFor('Requests', restored.requestTable), {
      ...bothTables,
      ...(restored.requestTable && { tableName: restored.requestTable }),
      partitionKey: text(requestTableDefinition.partitionKey),
      timeToLiveAttribute: requestTableDefinition.timeToLive,
      // A recovery replaces it, and a second one to another second restores it again. Restored data is never new.
      removalPolicy:
        restored.requestTable === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN,
    });
  }
}
