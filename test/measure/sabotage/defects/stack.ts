/** The stack on AWS: what the distribution keeps, what roles and callers may do, and what a recovery finds. */
import { planted } from './planted.ts';

export const stack = planted`
test/infra/front.test.ts
  infra/distribution.ts
    the distribution keeps errors for 10 seconds
    - errorResponses: errorsKeptByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    the distribution keeps one kind of error
    - const errorsKeptByDefault = [404, 405, 414, 500, 501, 502, 503, 504] as const;
    + const errorsKeptByDefault = [404, 405, 414, 500, 501, 502, 503] as const;
    a photo that is a page runs its script on AWS
    - contentSecurityPolicy: "default-src 'none'; sandbox"
    + contentSecurityPolicy: "default-src 'self'"
    authenticateHeader=false takes nothing away
    - ...(options.authenticateHeader && {
    + ...({
  infra/firewall.ts
    the firewall counts in five minutes the rate of one minute
    - evaluationWindowSec: 60,
    + evaluationWindowSec: 300,
test/resources/customer-addresses
  lib/chain/reply.ts
    a reply may be kept by a browser
    - headers: { 'Content-Type': 'application/json', ...neverStored, ...headers },
    + headers: { 'Content-Type': 'application/json', ...headers },
    a reply without a body may be kept by a browser
    - return { statusCode: status, headers: { ...neverStored, ...headers }, body: '' };
    + return { statusCode: status, headers, body: '' };
test/infra/stack.test.ts
  infra/released.ts
    a new function that sends emails waits for the distribution that waits for it
    - (reach.includes('SendEmail') ? 'LaterEmails' : 'Later');
    + (reach.includes('SendEmail') ? 'Later' : 'Later');
  infra/api-body.ts
    an error of the gateway may be kept by a browser
    - 'gatewayresponse.header.Cache-Control':
    + 'gatewayresponse.header.X-Cache-Control':
    the gateway calls a function without its role
    - credentials: invoker,
    + credentials: '',
test/system/gateway.test.ts
  lib/gateway/gateway.ts
    an error of the local gateway may be kept by a browser
    - { ...neverStored, 'X-Request-Id': randomUUID(), ...helpOn(code) }
    + { 'X-Request-Id': randomUUID(), ...helpOn(code) }
test/infra/grants.test.ts test/background/mails.test.ts
  infra/grants.ts
    mail is not sent where a sender has a configuration set
    - targets: [{ senders: true }, { configurationSets: true }],
    + targets: [{ senders: true }],
test/bin/doctor.test.ts
  bin/doctor/account.ts
    doctor finds a configuration set well that has stopped sending
    - set.SendingOptions?.SendingEnabled ?? true,
    + set.SendingOptions !== undefined,
test/infra/roles.test.ts
  infra/grants.ts
    every function may write API keys
    - ...(reach.some(isOnTable) ? denialsOf(access) : []),
    functions behind routes may write API keys
    - denied('NoKeys', anything, lists), denied('NoKeyWrites', writes, verification)]
    + denied('NoKeys', anything, lists)]
    a denial holds only where all keys of a transaction are those of API keys
    - conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } },
    + conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  infra/callers.ts
    the backend that keeps records makes API keys
    - operator.createApiKey,
    an auditor deletes customers
    - mayInvoke: (each) => isOperators(each) && each.readOnly === true,
    + mayInvoke: isOperators,
test/infra/roles.test.ts test/infra/stack.test.ts
  infra/access.ts
    a denial is an allowance
    - effect: effect === 'Deny' ? Effect.DENY : Effect.ALLOW,
    + effect: Effect.ALLOW,
test/system/recovery-steps.test.ts test/infra/stack.test.ts
  infra/tables.ts
    a recovery deletes the old request table
    - restored.requestTable === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN,
    + restored.requestTable === undefined ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
test/system/recovery-steps.test.ts
  infra/tables.ts
    a restored request table cannot be taken over
    - restored.requestTable === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN,
    + restored.requestTable === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    the roll-back of a first deployment fails at the protected table
    - removalPolicy: RemovalPolicy.RETAIN,
    -     });
    -     this.requests
    + removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    +     });
    +     this.requests
  infra/object-bucket.ts
    the roll-back of a first deployment fails at the bucket that is not empty
    - removalPolicy: RemovalPolicy.RETAIN,
    + removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  bin/reference/guides/13-recovery.md
    the recovery page makes a restored table ready only after its deployment
    - npm run doctor -- --context storeTable=store-2 --context requestTable=requests-2 --mend
    the recovery page takes nothing over
    - -c storeTable=store-2 -c requestTable=requests-2 --import-existing-resources
    + -c storeTable=store-2 -c requestTable=requests-2
  bin/doctor/tables.ts
    doctor changes a table that is still being changed
    - await active(client, TableName);
    -     await mend();
    -     await active(client, TableName);
    + await mend();
    doctor gives a restored table no stream
    - isWell: table.StreamSpecification?.StreamViewType === StreamViewType,
    + isWell: table.StreamSpecification?.StreamViewType === StreamViewType || !table.StreamSpecification,
test/bin/doctor.test.ts test/system/recovery-steps.test.ts
  bin/doctor/stack.ts
    doctor looks at the live tables in place of the restored ones
    - restored.storeTable ?? outputs.get('StoreTable')
    + outputs.get('StoreTable') ?? restored.storeTable
test/infra/stack.test.ts
  infra/functions.ts
    Lambda ends a long restock as a loop
    - ...(queuesAgain(access) && {
    + ...(access.follows && {
test/system/stack-options.test.ts
  infra/background.ts
    a queue is read by more batches at once than there are reserved executions
    - const limits = [webhookConcurrency[queue] ?? own, reservedConcurrency.background];
    + const limits = [webhookConcurrency[queue] ?? own ?? reservedConcurrency.background];
test/infra/alarms.test.ts
  infra/observability.ts
    a schedule that no longer runs is silence to its alarm
    - treatMissingData: isSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    + treatMissingData: TreatMissingData.NOT_BREACHING,
    a large restock wakes the operator
    - const minutes = lateAfterMinutes[name] ?? 10;
    + const minutes = 10;
    all alarms go to one topic
    - alarm.addAlarmAction(new SnsAction(urgent.test(id) ? alarms : tickets));
    + alarm.addAlarmAction(new SnsAction(alarms));
test/system/changes.test.ts
  bin/build/synthesis.ts
    npm run changes does not see nested stacks
    - .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
    + .filter(([, { Type }]) => Type === 'AWS::CloudFormation::NoStack')
test/bin/doctor.test.ts
  bin/doctor/account.ts
    doctor finds the quota of the sandbox well
    - (isUnlimited || Max24HourSend >= leastQuota.aDay) && MaxSendRate >= leastQuota.aSecond,
    + isUnlimited || MaxSendRate >= leastQuota.aSecond,
test/background/mails.test.ts
  lib/mail/queue.ts
    the mail of a gift card waits behind those of a restock
    - restock: 'restockMail'
    + restock: 'mail'
test/background/time-left.test.ts
  lib/work/sweep.ts
    a sweep that finds nothing due writes its places
    - if (!isDeepStrictEqual(new Map(Object.entries(stored)), places)) {
    + if (places) {
`;
