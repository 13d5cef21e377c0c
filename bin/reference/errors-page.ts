/** The page of all error codes and of the headers of replies. */
import { gatewayErrors } from '../../lib/resources/gateway-errors.ts';
import { routes } from '../../lib/resources/nouns.ts';
import { errorStatus } from '../../lib/schema/errors.ts';
import { limits } from '../../lib/schema/limits.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { openApiDocument } from './openapi/document.ts';
import { errorsOf, remedies } from './openapi/errors.ts';
import { linkToOperation, type Page, type Part, table } from './page.ts';
import { json } from './samples.ts';

type Code = keyof typeof remedies;

const statusOf: Readonly<Record<Code, number>> = {
  ...errorStatus,
  PAYLOAD_TOO_LARGE: gatewayErrors.payloadTooLarge.status,
};

/** Hints that are not in the message. */
const hints: Readonly<Partial<Record<Code, string>>> = {
  MISSING_FIELD:
    'An empty string and `null` count as missing. Field names are in snake case: `first_name`, not `firstName`. The country of an address is a number in `country_id`. A file is sent as `multipart/form-data`, in the field named in the message. `X-Error-Field` lists every wrong field.',
  INVALID_JSON:
    'Send `Content-Type: application/json`. A form (`value=5000&note=a`), a trailing comma, single quotes and an empty body are not JSON; nor is a list or a string, where an object is required. A tool such as `jq` shows the line and column of the mistake.',
  INVALID_FIELD:
    '`X-Error-Field` lists every wrong field. Amounts are integers in the smallest unit of the currency, without a decimal point: `5000` is 50.00 US dollars. Numbers and booleans have no quotation marks. `country_id` is a number: 1 is the United States, 2 is Canada. Times are RFC 3339 with `Z` or an offset, such as `2030-01-31T09:00:00Z`.',
  INVALID_REQUEST_ERROR:
    '`limit` is a number from 1 to 100. `after` is the id of the last record on the previous page. `X-Error-Field` lists every wrong parameter.',
  UNAUTHORIZED:
    'The scheme is `Bearer`, not `Basic`. A key in `X-Api-Key` or in the URL is ignored. The key begins with `sk_`, has no quotation marks around it, and is not revoked. Keys of another deployment are unknown here.',
  FORBIDDEN:
    'Paths below `/api/v1/` need `Read` or `Write`, paths below `/storefront/v1/` need `Storefront`. No permission includes the other two, except that `Write` includes `Read`. A key can be limited to areas, such as `reviews`. `GET /api/v1/key/` returns the permission and the areas of a key.',
  NOT_FOUND:
    'Check the path: it begins with `/api/v1/` or `/storefront/v1/`, in lower case, and its names have hyphens (`/gift-cards/`). Check the method: there is no `PATCH` (`PUT` replaces), and paths below `/storefront/v1/` accept only `POST`. [The OpenAPI document](/docs/openapi.json) lists every path and method. Check the id, in the path or in a filter such as `?product=`: its prefix shows its kind, such as `gcd_` for a gift card. An id of another store is unknown.',
  DUPLICATE: 'The name of a gift option must be unique within its site.',
  PAYLOAD_TOO_LARGE: `A body may have ${limits.functionBody / 2 ** 20} MiB.`,
};

export function errorsPage(): Page {
  return {
    path: 'errors',
    title: 'Error codes',
    group: 'API',
    summary:
      'Every error has the same body: `error` is a message for people, `code` is for programs. A code always has the same status. Include the `X-Request-Id` of the reply when you report a failure.',
    parts: [...(Object.keys(remedies) as Code[]).map(shardOf), headers()],
  };
}

function shardOf(code: Code): Part {
  const rows = routes.flatMap((operation) =>
    errorsOf(operation)
      .filter((row) => row.code === code)
      .map((row) => ({ ...row, operation })),
  );
  const messages = [...Map.groupBy(rows, ({ message }) => message)];
  const [example] = messages;
  return {
    id: code,
    title: code,
    text: [
      `Status ${statusOf[code]}. ${[remedies[code], hints[code] ?? []].flat().join(' ')}`,
      table(
        ['Message', 'When', 'Operations'],
        messages.map(([message, own]) => [
          message,
          upperFirst([...new Set(own.map(({ when }) => when))].join('; ')),
          namesOf(own.map(({ operation }) => operation)),
        ]),
      ),
    ].join('\n\n'),
    samples: example ? [json(`Reply ${statusOf[code]}`, { error: example[0], code })] : [],
  };
}

/** All of a row's operations: folded if there are many. */
function namesOf(own: readonly Operation[]): string {
  const distinct = [...new Set(own)];
  if (distinct.length === routes.length) return 'All operations';
  const links = distinct.map((each) => `[${each.summary}](${linkToOperation(each)})`).join('<br>');
  return distinct.length > 4 ? `<details><summary>${distinct.length} operations</summary>${links}</details>` : links;
}

function headers(): Part {
  const described = Object.entries(openApiDocument().components.headers).map(
    ([name, { description }]) => [`\`${name.replace(/\.mostly\d*$|(?<=[a-z])\d+$/, '')}\``, description] as const,
  );
  return {
    id: 'headers',
    title: 'Headers of replies',
    text: table(
      ['Header', 'Meaning'],
      [...new Map(described)].map(([name, text]) => [name, text]),
    ),
    samples: [],
  };
}
