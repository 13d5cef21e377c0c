import { join } from 'node:path';
import { Duration, NestedStack } from 'aws-cdk-lib';
import { OriginProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GatewayVpcEndpointAwsService, IpAddresses, Port, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Capability,
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDriver,
} from 'aws-cdk-lib/aws-ecs';
import { ApplicationLoadBalancer, ApplicationProtocol, HttpCodeElb } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import { operations } from '../lib/resources/nouns.ts';
import { environmentFor, statementsFor } from './access.ts';
import { DistributionServers } from './distribution-servers.ts';
import { acknowledgeObjects, type FunctionSettings } from './functions.ts';
import { type Access, accessOfOperation } from './grants.ts';
import { nameInAccount } from './options.ts';
import { acknowledge, logs } from './shared-constructs.ts';

const port = 8080;

/** AWS metrics of the containers. */
export interface UploadMetrics {
  /** How many do not answer. */
  unhealthyTasks: IMetric;
  /** Requests that the balancer could hand to no container. */
  refusals: IMetric;
  /** Percent. */
  memory: IMetric;
}

/**
 * What the operations that take a file, and those that share their paths, reach. The containers also abort multipart uploads of refused
 * files.
 */
const received = operations.filter(({ path }) => operations.some((other) => other.upload && other.path === path));
const access: Access = {
  reach: [
    ...new Set(received.flatMap((operation) => accessOfOperation(operation).reach)),
    'AbortMultipartUpload files/',
    'AbortMultipartUpload media/',
  ],
  requests: ['count', 'record'],
  apiKeys: 'verify',
};

/**
 * Receives uploads that are too large for API Gateway: containers behind a load balancer, in their own network, that only the distribution
 * reaches, in a stack of their own within the stack. The image is built at deployment, not at synthesis.
 */
export class UploadService extends NestedStack {
  readonly origin: VpcOrigin;
  readonly metrics: UploadMetrics;
  readonly balancerArn: string;

  constructor(scope: Construct, id: string, { options, bundles, resources }: FunctionSettings) {
    super(scope, id, { description: 'Uploads of any size: containers behind a load balancer' });
    const arm = options.architecture === 'arm64';
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/16'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [
        { name: 'tasks', subnetType: SubnetType.PUBLIC, cidrMask: 24 },
        { name: 'balancer', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
      gatewayEndpoints: {
        s3: { service: GatewayVpcEndpointAwsService.S3 },
        dynamodb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
    });
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: 1024,
      memoryLimitMiB: 2048,
      runtimePlatform: { cpuArchitecture: arm ? CpuArchitecture.ARM64 : CpuArchitecture.X86_64 },
    });
    for (const statement of statementsFor(access, resources)) task.addToTaskRolePolicy(statement);
    task.addContainer('Server', {
      image: ContainerImage.fromAsset(join(bundles, 'upload-server'), {
        platform: arm ? Platform.LINUX_ARM64 : Platform.LINUX_AMD64,
      }),
      portMappings: [{ containerPort: port }],
      // What it receives goes to the bucket and nothing to its disk; it listens on a port that needs no privilege.
      readonlyRootFilesystem: true,
      user: 'node',
      linuxParameters: confined(this),
      environment: {
        ...environmentFor(access, resources),
        METRICS_NAMESPACE: options.stackName,
        UPLOAD_ORIGINS: options.uploadOrigins.join(','),
        PORT: String(port),
      },
      logging: LogDriver.awsLogs({ streamPrefix: 'uploads', logGroup: logs(this, 'Logs') }),
      // As long as the server lets uploads end when it is stopped.
      stopTimeout: Duration.seconds(120),
    });
    const service = new FargateService(this, 'Service', {
      cluster: new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED }),
      taskDefinition: task,
      desiredCount: 2,
      minHealthyPercent: 100,
      circuitBreaker: { rollback: true },
      // Public subnets without inbound access: the image is pulled without a NAT gateway.
      assignPublicIp: true,
      vpcSubnets: { subnetGroupName: 'tasks' },
    });
    const balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc,
      internetFacing: false,
      vpcSubnets: { subnetGroupName: 'balancer' },
      idleTimeout: Duration.seconds(60),
      dropInvalidHeaderFields: true,
    });
    const targets = balancer
      .addListener('Listener', { port: 80, protocol: ApplicationProtocol.HTTP, open: false })
      .addTargets('Tasks', {
        port,
        protocol: ApplicationProtocol.HTTP,
        targets: [service],
        healthCheck: { path: '/health', interval: Duration.seconds(15) },
        deregistrationDelay: Duration.seconds(120),
      });
    this.balancerArn = balancer.loadBalancerArn;
    const servers = new DistributionServers(this, 'DistributionServers');
    balancer.connections.allowFrom(servers.peer, Port.tcp(80), 'The distribution');
    this.origin = VpcOrigin.withApplicationLoadBalancer(balancer, {
      vpcOriginName: nameInAccount(options, 'large-uploads'),
      readTimeout: Duration.seconds(60),
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
    });
    const period = Duration.minutes(5);
    this.metrics = {
      unhealthyTasks: new Metric({
        namespace: 'AWS/ApplicationELB',
        metricName: 'UnHealthyHostCount',
        dimensionsMap: { LoadBalancer: balancer.loadBalancerFullName, TargetGroup: targets.targetGroupFullName },
        period,
        statistic: Stats.MAXIMUM,
      }),
      refusals: balancer.metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, { period, statistic: Stats.SUM }),
      memory: service.metricMemoryUtilization({ period, statistic: Stats.MAXIMUM }),
    };
    acknowledgeObjects(this, resources);
    acknowledge(this, {
      'AwsSolutions-VPC7': 'The network only carries uploads, each of which the server logs',
      'AwsSolutions-ELB2': 'The server logs every request with its id',
      'AwsSolutions-EC23': 'An internal balancer: nothing outside the network has a route to it',
      'AwsSolutions-ECS2': 'The variables are names of resources, not secrets',
      'AwsSolutions-IAM5[Resource::*]': 'The token that pulls images is the account’s',
    });
  }
}

/** No capabilities, and an init process that reaps orphaned processes. */
function confined(scope: Construct): LinuxParameters {
  const parameters = new LinuxParameters(scope, 'Confined', { initProcessEnabled: true });
  parameters.dropCapabilities(Capability.ALL);
  return parameters;
}
