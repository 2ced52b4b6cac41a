// The page is killed at the waits that matter most, and at ten instants: nothing is lost, and nothing is paid twice.
// `npm run test:more -- crashes` kills it at everything, and at fifty instants.
import { crashModes } from './crash-modes.js';
import { startCrashService } from './crash-service.js';
import { crashSuite } from './crash-suite.js';

crashSuite('', startCrashService, { modes: crashModes, instants: 10, mayKeep: true, timeoutMs: 580_000 });
