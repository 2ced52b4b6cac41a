// Eight tabs of one account: they ask as one, and one video is made. More than a browser opens connections. `npm run test:more` opens twenty.
import { tabsAccountSuite } from './account-pages.js';

tabsAccountSuite({ tabs: 8, ends: ['crash'], timeoutMs: 580_000 });
