/** What has changed, for others to follow (Events page): a bus, its archive, and a webhook where one is wanted. */
import { Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import {
  ApiDestination,
  Archive,
  Authorization,
  Connection,
  EventBus,
  HttpMethod,
  Match,
  Rule,
} from 'aws-cdk-lib/aws-events';
import { ApiDestination as ApiDestinationTarget } from 'aws-cdk-lib/aws-events-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StackOptions } from './options.ts';
import { acknowledge, deadLetterQueue, keptFor, privateBucket } from './shared-constructs.ts';

const archivedFor = Duration.days(30);

export class Events extends Construct {
  readonly bus: EventBus;
  /** Where changes are kept whole whose events could not be told. */
  readonly failedChanges: Bucket;
  /** What the receiver of the webhook knows a genuine event by, where there is one. */
  readonly webhook: { secret: Secret; deadLetters: Queue } | undefined;

  constructor(scope: Construct, id: string, options: StackOptions) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: options.stackName,
      description: 'Events of the store commerce API',
    });
    new Archive(this, 'Archive', {
      sourceEventBus: this.bus,
      description: 'Events of the last 30 days, to be played again',
      eventPattern: { source: [options.stackName] },
      retention: archivedFor,
    });
    this.failedChanges = new Bucket(this, 'FailedChanges', {
      ...privateBucket,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [{ id: 'mended-or-given-up', expiration: keptFor }],
    });
    acknowledge(this.failedChanges, {
      'AwsSolutions-S1': 'The event source alone writes to it, and a person reads it',
    });
    this.webhook = options.eventWebhook === undefined ? undefined : this.post(options, options.eventWebhook);
  }

  /** Posts each event to an address, whole, as EventBridge writes it. */
  private post({ stackName, eventTypes }: StackOptions, endpoint: string) {
    const secret = new Secret(this, 'WebhookSecret', {
      description: `What events posted by ${stackName} carry: Authorization: Bearer <secret>`,
      generateSecretString: { passwordLength: 43, excludePunctuation: true },
    });
    acknowledge(secret, { 'AwsSolutions-SMG4': 'Its receiver has to be told a new one first' });
    const bearer = SecretValue.unsafePlainText(`Bearer ${secret.secretValue.unsafeUnwrap()}`);
    const connection = new Connection(this, 'WebhookConnection', {
      description: 'How the webhook knows a genuine event',
      authorization: Authorization.apiKey('Authorization', bearer),
    });
    const deadLetters = deadLetterQueue(this, 'WebhookDeadLetters');
    acknowledge(deadLetters, { 'AwsSolutions-SQS3': 'It is itself where the posts end that nobody took' });
    const destination = new ApiDestination(this, 'WebhookDestination', {
      connection,
      endpoint,
      httpMethod: HttpMethod.POST,
    });
    new Rule(this, 'Webhook', {
      eventBus: this.bus,
      description: 'Posts events to the webhook',
      eventPattern: { source: [stackName], ...(eventTypes.length > 0 && { detailType: matching(eventTypes) }) },
      targets: [
        new ApiDestinationTarget(destination, {
          deadLetterQueue: deadLetters,
          retryAttempts: 185,
          maxEventAge: Duration.hours(24),
        }),
      ],
    });
    return { secret, deadLetters };
  }
}

/** `gift_card.*` for all types of an object, or a type by its name. */
const matching = (types: readonly string[]): string[] => [
  ...new Set(types.flatMap((type) => (type.endsWith('*') ? Match.prefix(type.slice(0, -1)) : Match.exactString(type)))),
];
