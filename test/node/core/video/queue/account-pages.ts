// Pages before fal and a library, whose users keep what they make in their accounts.
import { after } from 'node:test';

import type { LibraryOptions } from 'voxreel/server/library';

import { falJudge } from '../../../services/fal-judge.js';
import { librarySite, type LibrarySite } from '../../../server/library/library-client.js';
import { endServers } from '../../../server/library/stores.js';
import { startCrashGateway } from './crash-gateway.js';
import { crashSuite, type CrashPlan } from './crash-suite.js';
import { falMeanwhile } from './tabs-makers.js';
import { tabsSuite, type TabsPlan } from './tabs-suite.js';

/** Closed after all tests of the file. */
function openLibrary(): () => Promise<LibraryOptions> {
  let site: LibrarySite | undefined;
  after(async () => {
    await site?.end();
    await endServers();
  });
  return async () => {
    site = await librarySite();
    const { records, files } = site;
    // The page alone is on trial: the gateway would write the ends of its videos too.
    return { records, files, watch: false };
  };
}

export function crashAccountSuite(plan: Pick<CrashPlan, 'modes' | 'instants' | 'everyGate' | 'timeoutMs'>): void {
  const library = openLibrary();
  const start = async () => startCrashGateway(falJudge, await library());
  crashSuite(' with an account', start, { ...plan, mayKeep: false, account: true });
}

export function tabsAccountSuite(plan: Pick<TabsPlan, 'tabs' | 'ends' | 'timeoutMs'>): void {
  tabsSuite(falJudge, { ...plan, library: openLibrary(), meanwhile: falMeanwhile });
}
