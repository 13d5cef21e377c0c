/** The one switch of this room: `SDK_AS_IS=true` leaves the AWS SDK as it comes, and rehearses nothing. */
import { isOn } from '../runtime/settings.ts';

/** Read once, while the function starts. */
export const sdkAsIs = isOn('SDK_AS_IS');
