import { setTimeout as sleep } from 'node:timers/promises';
import {
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { backoff, type Step } from '../once/unit-of-work.ts';
import type { Site } from '../resources/catalog/site-records.ts';
import { isShort, type TimeLeft } from '../runtime/clock.ts';
import { requiredSetting } from '../runtime/settings.ts';
import { isMailAddress } from '../schema/values.ts';
import { toHtml } from './html.ts';
import { fromHeader, type Letter, type Sender, subjectOf, toText } from './render.ts';

const requestHandler = { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/** Its retries, with growing pauses, last longer than a second in which SES accepts no more emails, and fit into a function's time limit. */
export const ses = new SESv2Client({ maxAttempts: 5, requestHandler });

/** An email ready to go to one address. */
export interface Mail extends Letter {
  to: string;
  sender: Sender;
  /** Where its recipient unsubscribes, by a link or with one click of the email program (RFC 8058). */
  unsubscribe_url?: string;
}

/**
 * The state of a message: what it announces is not committed (yet), its email is sent or not needed, or its email is due. Commit `sent` after
 * sending it, and `failed` if the last delivery of the message cannot send it.
 */
export type Announcement =
  | { state: 'uncommitted' }
  | { state: 'done' }
  | { state: 'due'; mail: Mail; sent: Step<undefined>; failed?: Step<undefined> };

/** The site as an email's sender. The deployment's own address is used without a site or for an invalid one (decisions, "Gift cards"). */
export const senderOf = (site: Site | undefined, storeName: string): Sender => ({
  name: site?.name ?? storeName,
  address: site && isMailAddress(site.email_from) ? site.email_from : requiredSetting('MAIL_SENDER'),
  url: site?.url ?? null,
  logo_url: site?.logo_url ?? null,
  color: site?.color ?? null,
});

/** Sends an email. SES has accepted it when this returns. Throws SES's refusal or failure, without addresses, because errors are logged. */
export async function sendMail(mail: Mail): Promise<void> {
  try {
    await ses.send(new SendEmailCommand(commandOf(mail)));
  } catch (error) {
    throw withoutAddress(error);
  }
}

/** Sends what `sendMailOnce` sends: it never sends a request again, because SES may have accepted the first one. */
export const sesOnce = new SESv2Client({ maxAttempts: 1, requestHandler });

/**
 * Sends an email at most once. Only an email that SES refuses because there are too many is sent again, for as long as there is time. Throws
 * SES's refusal or failure, without addresses; then the email may have been sent.
 */
export async function sendMailOnce(mail: Mail, time: TimeLeft | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sesOnce.send(new SendEmailCommand(commandOf(mail)));
      return;
    } catch (error) {
      if (!isThrottled(error) || isShort(time)) throw withoutAddress(error);
      await sleep(backoff(attempt, 1000));
    }
  }
}

const isThrottled = (error: unknown): boolean => error instanceof TooManyRequestsException;

const withoutAddress = (error: unknown): Error =>
  new Error(error instanceof Error ? withoutAddresses(`${error.name}: ${error.message}`) : 'SES failed');

const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>,;]+/g, (word) => (/.@./.test(word) ? '(address)' : word));

function commandOf(mail: Mail): SendEmailCommandInput {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return {
    FromEmailAddress: fromHeader(mail.sender),
    Destination: { ToAddresses: [mail.to] },
    Content: {
      Simple: {
        Subject: content(subjectOf(mail)),
        Body: { Text: content(toText(mail, mail.sender)), Html: content(toHtml(mail, mail.sender)) },
        ...(mail.unsubscribe_url && { Headers: unsubscribeHeaders(mail.unsubscribe_url) }),
      },
    },
  };
}

const unsubscribeHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];
