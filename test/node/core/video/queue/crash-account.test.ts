// The page is killed while it keeps its videos in an account: nothing is lost, nothing is paid twice, and every other device has the same in the end.
// `npm run test:more` kills it at everything it waits for.
import { crashAccountSuite } from './account-pages.js';

crashAccountSuite({ modes: [], instants: 4, timeoutMs: 580_000 });
