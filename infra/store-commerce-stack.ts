import { CfnOutput, Lazy, Stack, Tags } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type QueueName, queueNames } from '../lib/resources/background.ts';
import { ApiReference, type ReferencePage } from './api-reference.ts';
import { Background } from './background.ts';
import { DeploymentKey } from './deployment-key.ts';
import { StoreDistribution } from './distribution.ts';
import { DownloadRole, downloadRoleArn } from './download-role.ts';
import { Events } from './events.ts';
import { Firewall } from './firewall.ts';
import { type FunctionSettings, invocableFunction } from './functions.ts';
import { HostedPages } from './hosted-pages.ts';
import { LaterEmails } from './later-functions.ts';
import { MoveIn } from './move-in.ts';
import { ObjectBucket } from './object-bucket.ts';
import { Observability } from './observability.ts';
import type { StackOptions } from './options.ts';
import { OriginSecret } from './origin-secret.ts';
import { PublicReviews } from './public-reviews.ts';
import { functionsIn } from './released.ts';
import { StoreRestApi } from './rest-api.ts';
import { RestockMails } from './restock-mails.ts';
import { StaffConsole } from './staff-console.ts';
import { Tables } from './tables.ts';
import { UploadService } from './upload-service.ts';
import { Webhooks } from './webhooks.ts';
import { WorkQueue } from './work-queue.ts';

interface StoreCommerceStackProps {
  options: StackOptions;
  /** The folder that holds a folder for each function's bundle. */
  bundles: string;
  reference: ReferencePage;
}

/** The whole service. Ids of what holds data never change: a new id would be a new, empty table or bucket. */
export class StoreCommerceStack extends Stack {
  constructor(scope: Construct, { options, bundles, reference: page }: StoreCommerceStackProps) {
    super(scope, options.stackName, {
      description: 'Store commerce API: addresses, gift options, reviews, gift cards, waitlist, digital files',
    });
    Tags.of(this).add('service', 'store-commerce-api');
    Tags.of(this).add('stack', options.stackName);

    const tables = new Tables(this, 'Tables', options);
    const { bucket } = new ObjectBucket(this, 'Objects', options);
    const queues = new Construct(this, 'Queues');
    const events = new Events(this, 'Events', options);
    const webhooks = new Webhooks(this, 'Webhooks', { bus: events.bus, stackName: options.stackName });
    const restockMails = new RestockMails(this, 'RestockMails');
    const nested: Partial<Record<QueueName, WorkQueue>> = {
      ...webhooks.queues,
      restockMail: restockMails.queue,
      publicFiles: new PublicReviews(this, 'PublicReviews').queue,
    };
    const work = byQueue((name) => nested[name] ?? new WorkQueue(queues, name));
    const { secret: deploymentKey } = new DeploymentKey(this, 'Key', options);
    const settings: FunctionSettings = {
      options,
      bundles,
      resources: {
        eventBus: events.bus,
        archive: events.archive,
        replayRule: webhooks.replays,
        failedChanges: events.failedChanges,
        storeTable: tables.store,
        requestTable: tables.requests,
        bucket,
        queues: byQueue((name) => work[name].queue),
        deploymentKey,
        downloadRole: downloadRoleArn(this, options),
        mailSender: options.mailSender,
        // Of the distribution, which is made after the functions that it leads to.
        baseUrl: Lazy.string({ produce: () => baseUrl }),
      },
    };

    const { value: originSecret } = new OriginSecret(this, 'OriginSecret');
    const own = functionsIn('Stack');
    const { api, functions: endpoints, later } = new StoreRestApi(this, 'RestApi', settings, originSecret);
    const webhookFunctions = webhooks.deliver(settings);
    const invoked = [
      ...own.invocables.map((each) => invocableFunction(this, settings, each)),
      ...later.invoked,
      ...webhookFunctions.invoked,
      ...new MoveIn(this, 'MoveIn', settings).invoked,
    ];
    const signers = invoked.filter(({ access }) => access.reach.includes('AssumeRole downloads'));
    new DownloadRole(this, 'Downloads', { options, resources: settings.resources, signers });
    const main = new Background(this, 'Background', settings, own.background);
    const emails = new LaterEmails(this, 'LaterEmails', settings, main.failedSchedules).background;
    const groups = [main, webhookFunctions.background, emails, ...(later.background ? [later.background] : [])];
    const background = [...groups.flatMap(({ functions }) => functions), ...restockMails.send(settings)];
    const uploads = options.largeUploads ? new UploadService(this, 'Uploads', settings) : undefined;
    const reference = new ApiReference(this, 'Reference', { page, bucket, options });
    const distribution = new StoreDistribution(this, 'Distribution', {
      api,
      bucket,
      options,
      originSecret,
      reference,
      staffConsole: new StaffConsole(this, 'Console', { page: page.console, bucket, options }),
      elements: page.elements,
      hostedPages: new HostedPages(this, 'HostedPages', { pages: page.hosted, options }),
      uploads: uploads?.origin,
    });
    const baseUrl = options.domain ? `https://${options.domain.name}` : distribution.url;
    if (options.waf)
      new Firewall(this, 'Firewall', {
        stackName: options.stackName,
        requestsPerMinute: options.wafRequestsPerMinute,
        api,
        balancerArn: uploads?.balancerArn,
      });
    new Observability(this, 'Observability', {
      options,
      api,
      storeTable: tables.store,
      queues: work,
      functions: new Map([...endpoints, ...invoked, ...background].map((one) => [one.node.id, one.function])),
      deadLetters: new Map([
        ...queueNames.map((name) => [name, work[name].deadLetters] as const),
        ...deadLettersOf('schedule', main),
        ...deadLettersOf('webhook-schedule', webhookFunctions.background),
        ...deadLettersOf('later-schedule', later.background),
      ]),
      changes: main.changes,
      uploads: uploads?.metrics,
    });

    this.output('BaseUrl', 'What {base_url} stands for', baseUrl);
    this.output('DistributionId', 'What an invalidation names', distribution.distribution.distributionId);
    this.output('FunctionPrefix', 'How the names of the functions begin', `${options.stackName}-`);
    this.output('StoreTable', 'The table of all entities', tables.store.tableName);
    this.output('RequestTable', 'Idempotency records and rate limits', tables.requests.tableName);
    this.output('ObjectBucket', 'Photos, digital files and the API reference', bucket.bucketName);
    this.output('MailDeadLetters', 'Emails that could not be sent', work.mail.deadLetters.queueUrl);
    this.output('EventBus', 'The bus that has an event for every change', events.bus.eventBusName);
    this.output('FailedChanges', 'The bucket of changes that could not be published', events.failedChanges.bucketName);
    this.output(
      'DeploymentKey',
      'What imported codes and secrets of webhooks are kept under',
      deploymentKey.secretName,
    );
  }

  private output(id: string, description: string, value: string): void {
    new CfnOutput(this, id, { description, value });
  }
}

const byQueue = <T>(make: (name: QueueName) => T): Record<QueueName, T> =>
  Object.fromEntries(queueNames.map((name) => [name, make(name)])) as Record<QueueName, T>;

/** The queue of the failed calls of schedules, by its name in an alarm, if there are schedules. */
const deadLettersOf = (name: string, background: Background | undefined): (readonly [string, Queue])[] =>
  background?.failedSchedules ? [[name, background.failedSchedules]] : [];
