// Which account an element has: for its videos, its drafts and its references alike.
import type { AccountStorageOptions } from '../../../core/account/account-storage.js';
import { VoxreelError } from '../../../core/errors.js';
import type { VideoProperties } from '../video-properties.js';

type Settings = Pick<VideoProperties, 'baseUrl' | 'user' | 'name'>;
type Sender = Pick<VideoProperties, 'user' | 'headers'>;

export async function headersOf(sender: Pick<Sender, 'headers'> | undefined): Promise<Readonly<Record<string, string>>> {
  const given = sender?.headers;
  return (typeof given === 'function' ? await given() : given) ?? {};
}

/** `current`: the settings when a request is sent. */
export const accountOptions = ({ baseUrl, user, name }: Settings, current: () => Sender | undefined): AccountStorageOptions => ({
  baseUrl,
  user,
  name: name || 'default',
  // Never into the library of who signs in next.
  async headers() {
    if (current()?.user !== user) throw new VoxreelError('unauthorized', 'Another user is signed in.', { param: 'user' });
    return headersOf(current());
  },
});
