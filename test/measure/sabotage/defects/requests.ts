/** Requests to AWS that leave out a field, or send it wrong, which an engine on one machine may never read. */
import { planted } from './planted.ts';

export const requests = planted`
test/resources/gift-options/photos.test.ts test/resources/digital-files
  lib/objects/objects.ts
    an object is stored without its type
    -   ContentType: contentType,
    a photo says nothing of how long it may be kept
    -   CacheControl: cacheControl,
    a copy is made of whatever the object is by now
    -         CopySourceIfMatch: from.etag,
    a copy writes over another
    -         IfNoneMatch: '*',
    a copy has the type that was announced, not the one that was found
    -         MetadataDirective: 'REPLACE',
    all but its first bytes is read of an upload
    - bytes=0-
    + bytes=9-
test/resources/digital-files test/resources/gift-options/photos.test.ts test/system/signed-links.test.ts
  lib/objects/links.ts
    a download has no name
    -       ResponseContentDisposition: attachment(file.file_name),
    credentials of a download end before its link
    - DurationSeconds: limits.downloadSeconds }
    + DurationSeconds: 900 }
    the role of downloads is assumed without the name that its sessions have
    - RoleSessionName: 'downloads',
    + RoleSessionName: 'all downloads',
    a photo that is larger than announced fits its link
    - ContentLength: file_size,
    + ContentLength: file_size + 1,
    a part that is larger than announced fits its link
    - ContentLength: size,
    + ContentLength: size + 1,
test/background/publish-events.test.ts
  lib/bus/bus.ts
    events go to the account's default bus
    -         EventBusName: requiredSetting('EVENT_BUS'),
    events say no time, so that they are from when they were put
    -         Time: new Date(event.created_at),
test/resources/webhooks
  lib/bus/replays.ts
    a replay reads another archive
    - EventSourceArn: requiredSetting('EVENT_ARCHIVE_ARN'),
    + EventSourceArn: requiredSetting('EVENT_BUS_ARN'),
    a replay goes to every rule of the bus
    - , FilterArns: [requiredSetting('REPLAY_RULE_ARN')] },
    +  },
    a replay brings the events of another time
    - EventStartTime: new Date(from),
    + EventStartTime: new Date(Date.parse(from) - 86_400_000),
test/lib/queue test/background test/resources/waitlist test/resources/webhooks
  lib/queue/send.ts
    what is to come later comes at once
    -         DelaySeconds,
test/background test/lib/mail
  lib/mail/send.ts
    a mail's characters are those of ASCII
    - ({ Data, Charset: 'UTF-8' });
    + ({ Data });
`;
