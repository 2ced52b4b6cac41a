// Twenty tabs of one account, of which the one that asks ends six times: the maker makes one video, and every tab that is left shows it.
import { tabsAccountSuite } from '../../node/core/video/queue/account-pages.js';

tabsAccountSuite({ tabs: 20, ends: ['crash', 'close', 'crash', 'close', 'crash', 'close'], timeoutMs: 400_000 });
