// A page before fal and a library, whose users keep what they make in their accounts.
import { after } from 'node:test';

import { falJudge } from '../../../services/fal-judge.js';
import { librarySite, type LibrarySite } from '../../../server/library/library-client.js';
import { endServers } from '../../../server/library/stores.js';
import { startCrashGateway } from './crash-gateway.js';
import { crashSuite, type CrashPlan } from './crash-suite.js';

export function crashAccountSuite(plan: Pick<CrashPlan, 'modes' | 'instants' | 'timeoutMs'>): void {
  let site: LibrarySite | undefined;
  const start = async () => {
    site = await librarySite();
    const { records, files } = site;
    // The page alone is on trial: the gateway would write the ends of its videos too.
    return startCrashGateway(falJudge, { records, files, watch: false });
  };
  crashSuite(' with an account', start, { ...plan, mayKeep: false, account: true });
  after(async () => {
    await site?.end();
    await endServers();
  });
}
