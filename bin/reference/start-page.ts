/** The start page of the reference: tasks, each with its page. */

import { issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { exampleOf, sections } from '../../lib/resources/nouns.ts';
import { linkToSection, type Page, part } from './page.ts';
import { requestSamples } from './samples.ts';

/** Tasks of readers, each with its page. */
const tasks: readonly (readonly [task: string, page: string, outcome: string])[] = [
  [
    'Make your first request',
    'guides/first-request',
    'Start the service on your machine and call it, in five minutes.',
  ],
  ['Connect your catalog', 'guides/catalogue', 'Import your sites, customers and products, and keep them up to date.'],
  ['Build a shop', 'guides/first-order', 'From an empty store to the first paid order, with all six features.'],
  ['Sell and redeem gift cards', 'guides/gift-cards', 'Sell a card, hold its balance at checkout, refund an order.'],
  ['Moderate reviews', 'guides/moderation', 'Hide a review, ban its author, keep the ratings correct.'],
  [
    'Email shoppers when stock is back',
    'guides/restock-mails',
    'Collect waiting shoppers and notify each of them once.',
  ],
  ['Upload large files', 'guides/uploads', 'Send files directly to the bucket, in parts that can be resumed.'],
  ['React to changes', 'guides/events', 'Receive events at a webhook or on an EventBridge bus.'],
  ['Go live on AWS', 'guides/going-live', 'Deploy the stack and grant your backend access.'],
  ['Know the costs', 'guides/costs', 'What a month costs on AWS: idle, and for shops of three sizes.'],
  ['Find a short answer', 'guides/questions', 'Test mode, SDKs, limits, countries, time zones, payments.'],
  ['Look up a term', 'guides/glossary', 'Store or site, hold or ledger, cursor or replay: what each word means.'],
];

/** What the sample of the page leads to. */
const outcome = `The request on this page issues a gift card. Your shopper gets an email with its code, and your staff see every change of its balance in the console. [Start the demo shop](/docs/guides/first-request.html) to try all three on your machine.

![The staff console: the balance of a gift card over three weeks, and its ledger with the actor of each change](pictures/console-gift-card.png)
![The email of a gift card: 50 dollars, a birthday message, the code, and a button to the shop](pictures/email.png)`;

export function startPage(): Page {
  const example = exampleOf(issueGiftCard);
  return {
    path: 'index',
    title: 'Store Commerce API',
    group: 'Start',
    summary:
      'Add customer addresses, gift options, reviews, gift cards, a restock waitlist and digital files to your shop: one JSON API that runs in your own AWS account.',
    parts: [
      part('From code to inbox', outcome),
      part(
        'What do you want to do?',
        tasks.map(([task, path, outcome]) => `- [${task}](/docs/${path}.html)<br>${outcome}`).join('\n'),
      ),
      part(
        'Explore the API',
        Object.entries(sections)
          .map(([title, text]) => `- [${title}](${linkToSection(title)})<br>${text}`)
          .join('\n'),
      ),
      part(
        'For tools and assistants',
        '- [OpenAPI document](/docs/openapi.json)<br>Every operation, for code generators and API clients.\n- [AsyncAPI document](/docs/asyncapi.json)<br>Every event and its schema.\n- [llms.txt](/llms.txt)<br>Every page as Markdown, for language models.',
      ),
    ],
    samples: requestSamples(example),
  };
}
