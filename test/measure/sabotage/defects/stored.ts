/** What a release does to what an earlier one stored, or a later one. */
import { planted } from './planted.ts';

export const stored = planted`
test/contract/later-attributes.test.ts
  lib/table/items.ts
    a write drops what a later release has added
    - replace(key, read, { ...read, ...next });
    + replace(key, read, next);
test/contract/older-items.test.ts
  lib/schema/field.ts
    what is absent is read without its default
    - return (item) => ({ ...absent, ...item });
    + return (item) => ({ ...item, ...(item === undefined ? absent : {}) });
test/releases/stored-data.test.ts
  lib/work/migrate.ts
    a migration begins with the first item each time
    - after: LastEvaluatedKey as Key | undefined, read
    + after: undefined as Key | undefined, read
test/lib/work/migrate.test.ts
  lib/work/migrate.ts
    a migration that could not change an item is done
    - const isDone = LastEvaluatedKey === undefined && failed === 0;
    + const isDone = LastEvaluatedKey === undefined;
test/bin/doctor.test.ts
  bin/doctor/migrations.ts
    doctor takes a migration that has begun for done
    - Item?.done_at?.S !== undefined,
    + Item !== undefined,
`;
