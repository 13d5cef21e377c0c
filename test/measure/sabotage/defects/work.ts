/** Work of many steps that does not end in its time, loses its rest or its place, and data that is told to or kept for too long. */
import type { Defect } from './defect.ts';

const inBackground = 'test/background/time-left.test.ts';
const invoked = 'test/contract/time-left.test.ts';
const renaming = 'test/lib/work/rename-variants.test.ts';

export const work: readonly Defect[] = [
  {
    name: 'an item that is asked for twice is asked of the table twice',
    file: 'lib/table/items.ts',
    from: '[...new Map(keys.map((key) => [nameOf(key), key])).values()]',
    to: '[...keys]',
    tests: ['test/lib/table/equal-keys.test.ts'],
  },
  {
    name: 'a product that one query of the ranking shows twice is listed twice',
    file: 'lib/resources/waitlist/waitlisted-product-records.ts',
    from: 'found: firstOfEach([...found, ...arrived])',
    to: 'found: [...found, ...arrived]',
    tests: ['test/resources/waitlist/list-waitlisted-products.test.ts'],
  },
  {
    name: 'work goes on until its function is killed',
    file: 'lib/once/in-time.ts',
    from: 'if (hasBegun && isShort(time))',
    to: 'if (hasBegun && isShort(undefined))',
    tests: [inBackground, invoked],
  },
  {
    name: 'where the time is short from the beginning no work gets anywhere',
    file: 'lib/once/in-time.ts',
    from: 'if (hasBegun && isShort(time))',
    to: 'if (isShort(time))',
    tests: [inBackground],
  },
  {
    name: 'what is left of a message for lack of time is not queued again',
    file: 'lib/invoke/queue.ts',
    from: '        await queueAgain(message);\n',
    to: '',
    tests: [inBackground],
  },
  {
    name: 'a message that is to go on counts as failed, and ends in the dead letters',
    file: 'lib/invoke/queue.ts',
    from: 'if (!(error instanceof OutOfTime)) throw error;',
    to: 'if (error) throw error;',
    tests: [inBackground],
  },
  {
    name: 'a message about very many variants is not divided',
    file: 'lib/work/drop-waitlists.ts',
    from: 'const variantsAtOnce = 25;',
    to: 'const variantsAtOnce = 2500;',
    tests: [inBackground],
  },
  {
    name: 'a sweep sees to its whole page, however short the time is',
    file: 'lib/work/sweep.ts',
    from: '      if (isShort(time)) break;\n',
    to: '',
    tests: [inBackground],
  },
  {
    name: 'a sweep that gets short of time never reaches the last parts',
    file: 'lib/work/sweep.ts',
    from: 'portionsOf(inTurns(read), atOnce)',
    to: 'portionsOf(inTurns(read).toSorted((a, b) => Number(a.part) - Number(b.part)), atOnce)',
    tests: [inBackground],
  },
  {
    name: 'a sweep that gets short of time begins anew each time',
    file: 'lib/work/sweep.ts',
    from: '      for (const { part, due_sk } of portion) places.set(part, due_sk);\n',
    to: '',
    tests: [inBackground],
  },
  {
    name: 'the sweep issues the cards of an order until its function is killed',
    file: 'lib/work/sweep-gift-cards.ts',
    from: 'issueFor(key, inTime(commitUnitOfWork, time))',
    to: 'issueFor(key, commitUnitOfWork)',
    tests: [invoked],
  },
  {
    name: 'an order of very many gift cards is answered with a failure',
    file: 'lib/work/issue-due-cards.ts',
    from: 'if (!(error instanceof OutOfTime)) throw error;',
    to: 'if (error) throw error;',
    tests: [invoked],
  },
  {
    name: 'a function that needs another invocation does not say so',
    file: 'lib/invoke/outcome.ts',
    from: 'isUnfinished ? unfinished : internalError',
    to: 'internalError',
    tests: [invoked],
  },
  {
    name: 'a failure of a function does not tell what to do',
    file: 'lib/schema/invocable.ts',
    from: "afterLostAnswer = 'Invoke the function again with the same payload'",
    to: "afterLostAnswer = ''",
    tests: ['test/resources/waitlist/restocks.test.ts'],
  },
  {
    name: 'a renaming that was interrupted begins anew each time',
    file: 'lib/work/rename-variants.ts',
    from: 'after: begun.renamed_up_to',
    to: 'after: undefined',
    tests: [invoked],
  },
  {
    name: 'a renaming notes its place for names that have changed since it began',
    file: 'lib/work/rename-variants.ts',
    from: 'last !== undefined && isCurrent(begun, product) && products',
    to: 'last !== undefined && products',
    tests: [renaming],
  },
  {
    name: 'other names of variants are given to reviews from where the last ones had come to',
    file: 'lib/resources/catalog/product-records.ts',
    from: "removed: ['renamed_up_to'] }",
    to: 'removed: [] }',
    tests: [renaming],
  },
  {
    name: "the cursor of an export leads to another customer's order",
    file: 'lib/work/export-customer.ts',
    from: 'if (!(await orders.isOf(store, customer, begun)))',
    to: 'if (begun === "")',
    tests: ['test/contract/cursors.test.ts'],
  },
  {
    name: 'the note of a card that a deleted customer paid with stays',
    file: 'lib/resources/gift-cards/rules.ts',
    from: 'message: null, note: null, updated_at: now }',
    to: 'message: null, updated_at: now }',
    tests: ['test/resources/customers/what-stays.test.ts'],
  },
];
