/** What of a template costs though nothing happens, and the memory of its functions. */
import type { Template } from '../../../infra/access-table.ts';
import type { Standing } from './month.ts';

export function standingOf({ Resources }: Template): Standing {
  const ofType = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  const [firewall] = ofType('AWS::WAFv2::WebACL');
  const [service] = ofType('AWS::ECS::Service');
  return {
    alarms: ofType('AWS::CloudWatch::Alarm').length,
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
    // A stream is read at no charge.
    queues: ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties = {} }) => !('StartingPosition' in Properties),
    ).length,
    hasWebhook: ofType('AWS::Events::ApiDestination').length > 0,
    firewallRules: firewall && [firewall.Properties?.Rules ?? []].flat().length,
    tasks: service && Number(service.Properties?.DesiredCount),
  };
}

/** Megabytes of each function, by its name without the stack's. */
export const memoryOf = ({ Resources }: Template, stackName: string): Map<string, number> =>
  new Map(
    Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Type === 'AWS::Lambda::Function' && typeof Properties.FunctionName === 'string'
        ? [[Properties.FunctionName.slice(stackName.length + 1), Number(Properties.MemorySize)] as const]
        : [],
    ),
  );
