// Is a service right? Loads what plays its maker only when asked: the other checks run in browsers, which need none of the server.
import type { ServiceRecording } from '../services/recording.js';
import type { Service } from '../services/service.js';

/** What is wrong, in words; an empty list when nothing is. Never throws for what the service does. Sends nothing. */
export async function checkService(service: Service, recordings: readonly ServiceRecording[] = []): Promise<readonly string[]> {
  const { findingsOf } = await import('./service-findings.js');
  return findingsOf(service, recordings);
}
