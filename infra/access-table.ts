/** Reads a template's roles back as what each function may do, for a person to review and for tests to judge. */

export interface Statement {
  sid: string;
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
  condition: unknown;
}

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

interface RawStatement {
  Sid?: string;
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

export interface Template {
  Resources: Record<string, Resource>;
}

/** The statements of each function's role, by the function's name, or its logical id where AWS names it. */
export function functionAccess({ Resources }: Template): Map<string, Statement[]> {
  const functions = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
  return new Map(
    functions.map(([id, { Properties = {} }]) => {
      const role = Resources[referenced(Properties.Role)];
      const policies = (role?.Properties?.Policies ?? []) as { PolicyDocument: { Statement: RawStatement[] } }[];
      const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement.map(readable));
      return [String(Properties.FunctionName ?? id), statements];
    }),
  );
}

const readable = ({ Sid = '', Effect, Action, Resource, Condition }: RawStatement): Statement => ({
  sid: Sid,
  effect: Effect,
  actions: [Action].flat().toSorted(),
  resources: [Resource].flat().map(asText),
  condition: Condition,
});

/** A value with CloudFormation's functions written out: `<TablesStore.Arn>/index/feed`. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('Fn::Join' in value) return (value['Fn::Join'] as [string, unknown[]])[1].map(asText).join('');
  if ('Fn::GetAtt' in value) return `<${(value['Fn::GetAtt'] as string[]).join('.')}>`;
  if ('Ref' in value) return `<${String(value.Ref)}>`;
  return JSON.stringify(value);
}

function referenced(value: unknown): string {
  const attribute = (value as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'];
  return attribute?.[0] ?? '';
}
