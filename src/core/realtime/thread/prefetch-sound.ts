// The files that sound needs beside the code, asked for ahead: a worker whose file is there is ready before the token is.
import { workletUrlOf } from '../../audio/audio-host.js';
import { workerUrl } from './start-worker.js';

/** `folder`: as of a session. What fails is fetched again when it is needed. */
export function prefetchSound(folder: string | undefined): void {
  for (const url of [workerUrl(folder), workletUrlOf('capture', folder), workletUrlOf('playback', folder)]) {
    // No browser preloads for a worker by its name; each finds in its cache what was fetched as a script.
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: String(url) }));
  }
}
